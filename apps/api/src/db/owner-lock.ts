/**
 * One process owns a data directory. Two would each run a server of their own on the same files, so the second start
 * is refused in words; the lock of a process that is gone is taken over.
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

/** Written beside and linked to its name: whoever reads it reads it whole. */
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

/** Another start may have been quicker, so what was moved aside is looked at, and put back if it isn't the dead one's. */
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

/** A process id comes again; a process id with the moment of its start doesn't. */
function isAlive(owner: string): boolean {
  const [pid = '', ...start] = owner.split(' ')
  const now = startOfProcess(Number(pid))
  return now !== undefined && now === start.join(' ')
}

function inUse(dataDir: string, owner: string): string {
  return `The data directory ${dataDir} is in use by process ${owner.split(' ')[0]}.`
}
