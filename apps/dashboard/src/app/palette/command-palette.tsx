export interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}
export function CommandPalette(_: CommandPaletteProps) {
  return null;
}
