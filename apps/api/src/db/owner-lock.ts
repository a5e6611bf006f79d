/**
 * Ensures that one process owns a data directory, because two would run two servers on the same files. A second start
 * is refused; the lock of a dead process is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { makeFolder } from '../config/make-folder.ts'
import { startOfProcess } from './process-facts.ts'

export interface OwnerLock {
  release(): void
}

export function lockDataDirectory(dataDir: string): OwnerLock {
  makeFolder(dataDir)
  const file = path.join(dataDir, 'owner.lock')
  const mine = `${process.pid} ${startOfProcess(process.pid) ?? ''}`
  for (let attempt = 0; attempt < 5; attempt++) {
    if (claim(file, mine)) {
      return {
        release: () => {
          if (read(file) === mine) rmSync(file, { force: true })
        },
      }
    }
    const owner = read(file)
    if (owner !== undefined && isAlive(owner)) throw new StartRefusal(inUse(dataDir, owner))
    if (owner !== undefined) takeAway(file, owner)
  }
  throw new StartRefusal(inUse(dataDir, read(file) ?? 'unknown'))
}

/** Writes the lock under a temporary name and links it, so that readers see it complete. */
function claim(file: string, mine: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Another start may have replaced the lock in the meantime, so the moved file is checked and put back unless it is
 * the dead owner's.
 */
function takeAway(file: string, dead: string) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    if (read(aside) !== dead) linkSync(aside, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A process id can be reused; together with the process's start time it is unique. */
function isAlive(owner: string): boolean {
  const [pid = '', ...start] = owner.split(' ')
  const now = startOfProcess(Number(pid))
  return now !== undefined && now === start.join(' ')
}

function inUse(dataDir: string, owner: string): string {
  return `The data directory ${dataDir} is in use by process ${owner.split(' ')[0]}.`
}
