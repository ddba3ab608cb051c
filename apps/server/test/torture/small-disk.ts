import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few megabytes in memory, for what only a full or read-only disk shows. Making one needs root. */
export class SmallDisk {
  readonly path: string;
  readonly #ballast: string;
  readonly #binds: string[] = [];

  private constructor(path: string) {
    this.path = path;
    this.#ballast = join(path, 'ballast');
  }

  /** The text says why this system does not let the tests make one; it is printed too, so that nobody overlooks it. */
  static async make(megabytes: number): Promise<SmallDisk | string> {
    const path = await mkdtemp(join(tmpdir(), 'lamppost-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
      return new SmallDisk(path);
    } catch (error) {
      await rm(path, { recursive: true, force: true });
      const whyNot = `this system does not let the tests mount a small disk: ${(error as Error).message.trim()}`;
      process.stderr.write(`\n*** SKIPPED, NOT CHECKED: ${whyNot}\n\n`);
      return whyNot;
    }
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }

  /** Anyone who else writes meanwhile may fill it a little earlier. */
  async fillUp(leave: number): Promise<void> {
    try {
      await writeFile(this.#ballast, Buffer.alloc(Math.max(0, (await this.freeBytes()) - leave)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  /** Not a byte is left, and what is freed by others is taken too. */
  async fillToTheBrim(): Promise<void> {
    const file = await open(this.#ballast, 'a');
    const page = Buffer.alloc(4096);
    try {
      for (;;) await file.write(page);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  async makeRoom(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  setReadOnly(isReadOnly: boolean): void {
    execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.path], { stdio: 'pipe' });
  }

  /** The same files under another path, read-only there. */
  async readOnlyView(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'lamppost-view-'));
    execFileSync('mount', ['--bind', this.path, path], { stdio: 'pipe' });
    this.#binds.push(path);
    execFileSync('mount', ['-o', 'remount,bind,ro', path], { stdio: 'pipe' });
    return path;
  }

  async remove(): Promise<void> {
    for (const path of [...this.#binds, this.path]) {
      execFileSync('umount', ['-l', path]);
      await rm(path, { recursive: true, force: true });
    }
  }
}
