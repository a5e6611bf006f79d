/** Mounts a separate disk for a folder, so that a test can fill it. Without the right to mount there is no disk, and no full one. */
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'

/** Far more than the tests need; a tmpfs takes memory only as it is used. */
const SIZE_BYTES = 1024 ** 3

export interface Disk {
  /** Shrinks the disk to its used space, so that no byte more fits. False if that failed. */
  fill(): boolean
  free(): void
  /** Whether the disk was full at any moment between these, by `performance.now()`. */
  wasFull(from: number, to: number): boolean
  /** Unmounts it, also while it is in use. */
  remove(): void
}

export function mountDisk(folder: string): Disk | null {
  const size = (bytes: number) => `size=${bytes}`
  if (!tried('mount', ['-t', 'tmpfs', '-o', `${size(SIZE_BYTES)},mode=0755`, 'tmpfs', folder])) return null
  let isGone = false
  const full: { from: number; to: number }[] = []
  return {
    fill() {
      if (isGone) return false
      if ((full.at(-1)?.to ?? 0) !== Infinity) full.push({ from: performance.now(), to: Infinity })
      const { blocks, bfree, bsize } = statfsSync(folder)
      return tried('mount', ['-o', `remount,${size((blocks - bfree) * bsize)}`, folder])
    },
    free() {
      tried('mount', ['-o', `remount,${size(SIZE_BYTES)}`, folder])
      const last = full.at(-1)
      if (last) last.to = performance.now()
    },
    wasFull: (from, to) => full.some((time) => time.from <= to && time.to >= from),
    remove() {
      isGone = true
      tried('umount', ['--lazy', folder])
    },
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
