/** A disk of its own for a folder, so that it can run full. It takes the rights to mount one: elsewhere there is none, and it never does. */
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'

/** Whoever lies there needs a fraction of it; memory is taken as it is used. */
const SIZE_BYTES = 1024 ** 3

export interface Disk {
  /** As full as it is now: not a byte more. Whether it could be done. */
  fill(): boolean
  free(): void
  /** At some moment from then to then, by `performance.now()`. */
  wasFull(from: number, to: number): boolean
  /** Whatever still holds it. */
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
