/** A notice in words, for formats that people read. Its texts are as users wrote them: each format escapes them. */
export interface DescribedNotice {
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly isBad: boolean;
  /** In the dashboard. */
  readonly url: string;
  readonly timestamp: string;
}
