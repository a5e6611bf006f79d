/** A disk of its own for the store, so that it can run full. It takes the rights to mount one: elsewhere there is none, and it never does. */
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'

/** The store needs a fraction of it; memory is taken as it is used. */
const SIZE_BYTES = 1024 ** 3

export interface Disk {
  /** As full as it is now: not a byte more. */
  fill(): void
  free(): void
  /** Whatever still holds it. */
  remove(): void
}

export function mountDisk(folder: string): Disk | null {
  const size = (bytes: number) => `size=${bytes}`
  if (!tried('mount', ['-t', 'tmpfs', '-o', `${size(SIZE_BYTES)},mode=0755`, 'tmpfs', folder])) return null
  return {
    fill() {
      const { blocks, bfree, bsize } = statfsSync(folder)
      tried('mount', ['-o', `remount,${size((blocks - bfree) * bsize)}`, folder])
    },
    free: () => void tried('mount', ['-o', `remount,${size(SIZE_BYTES)}`, folder]),
    remove: () => void tried('umount', ['--lazy', folder]),
  }
}

function tried(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
