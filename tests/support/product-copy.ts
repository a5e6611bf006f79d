/** Copies the product to a temporary folder, where a test adds an area to it. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NOT_COPIED = new Set(['node_modules', 'dist', 'docs', 'test-results', 'playwright-report'])

/** A line to add, and the existing line before which it goes; without one it goes at the end of the file. */
export interface AddedLine {
  readonly file: string
  readonly line: string
  readonly before?: string
}

export interface ProductCopy {
  readonly root: string
  /** Copies a folder's files to the same relative paths, and adds the lines. */
  add(folder: string, lines: readonly AddedLine[]): void
  /** Returns the added files, and the changed lines of the product's files. */
  difference(): { readonly files: string[]; readonly lines: string[] }
  /** Runs a script or an installed program in the copy; rejects with its output if it fails. */
  run(script: string, ...parameters: string[]): Promise<void>
  remove(): void
}

/** The copy has its own workspaces; its installed packages are links to those of the product. */
export function copyProduct(): ProductCopy {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'foyer-copy-')))
  for (const name of readdirSync(ROOT).filter(isCopied))
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true, filter: isCopied })
  linkPackages(root, 'node_modules')
  for (const app of readdirSync(path.join(ROOT, 'apps'))) linkPackages(root, `apps/${app}/node_modules`)
  return {
    root,
    add(folder, lines) {
      cpSync(folder, root, { recursive: true })
      for (const line of lines) addLine(root, line)
    },
    difference: () => differenceOf(root),
    async run(script, ...parameters) {
      const options = { cwd: root, env: { ...process.env, CI: '1' }, maxBuffer: 2 ** 24 }
      await promisify(execFile)(process.execPath, [script, ...parameters], options).catch((error) => {
        throw new Error(`${script} failed:\n${error.stdout}${error.stderr}`)
      })
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function isCopied(file: string): boolean {
  const name = path.basename(file)
  return !NOT_COPIED.has(name) && !name.startsWith('.')
}

/** Links packages. A workspace gets npm's own relative link, so that it leads to the copy's workspace. */
function linkPackages(root: string, folder: string): void {
  for (const name of namesIn(path.join(ROOT, folder))) {
    const [from, to] = [path.join(ROOT, folder, name), path.join(root, folder, name)]
    mkdirSync(path.dirname(to), { recursive: true })
    symlinkSync(name.startsWith('@foyer/') ? readlinkSync(from) : from, to)
  }
}

/** Names starting with a dot are caches, which are not shared. */
function namesIn(folder: string): string[] {
  const names = list(folder).filter((name) => !name.startsWith('.'))
  return names.flatMap((name) =>
    name === '@foyer' ? list(path.join(folder, name)).map((own) => `${name}/${own}`) : name,
  )
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function addLine(root: string, { file, line, before }: AddedLine): void {
  const lines = linesOf(path.join(root, file))
  const place = before === undefined ? lines.length - 1 : lines.indexOf(before)
  if (place < 0) throw new Error(`${file} has no line "${before}".`)
  writeFileSync(path.join(root, file), lines.toSpliced(place, 0, line).join('\n'))
}

function differenceOf(root: string): { files: string[]; lines: string[] } {
  const files: string[] = []
  const lines: string[] = []
  for (const file of filesIn(root)) {
    const theirs = linesOf(path.join(root, file))
    const ours = linesOf(path.join(ROOT, file))
    if (ours.length === 0) files.push(file)
    else lines.push(...without(theirs, ours), ...without(ours, theirs))
  }
  return { files, lines }
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (line) => line)
  return lines.filter((line) => left.get(line)?.pop() === undefined)
}

function filesIn(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (!isCopied(file)) return []
    return entry.isDirectory() ? filesIn(root, file) : file
  })
}

/** None where there is no such file. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
