/**
 * Keeps the first load in few chunks. Otherwise every module that two pages share becomes a small chunk, and small
 * chunks compress worse: the inbox's first load would have 17 chunks and be 8 KB larger.
 */
import path from 'node:path'

interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const at = (file: string) => path.resolve(import.meta.dirname, '../src', file)
const MAIN = at('main.tsx')
const SIGN_IN = at('features/session/sign-in-page.tsx')
/** Pages without a session load no code of the app behind it. */
const OUTSIDE = [
  SIGN_IN,
  ...['forgot-password', 'reset-password', 'invitation'].map((page) => at(`features/session/${page}-page.tsx`)),
]
const SHELL = ['app/signed-in.tsx', 'features/inbox/inbox-page.tsx'].map(at)
/** Loads three seconds after the shell, and shares modules with the pages outside. */
const LATER = at('app/later-parts.tsx')
/** A page is loaded by its own name, so it keeps its own chunk. */
const PAGES = new Set([MAIN, ...OUTSIDE, ...SHELL])

type Chunk = 'base' | 'outside' | 'shell'

/** Returns the chunk of a module that a first page needs, or null for any other module. */
export function firstLoad(): (id: string, context: ChunkingContext) => Chunk | null {
  let chunks: ReadonlyMap<string, Chunk> | null = null
  return (id, context) => {
    chunks ??= chunksOf((of) => context.getModuleInfo(of)?.importedIds ?? [])
    return chunks.get(id) ?? null
  }
}

function chunksOf(importsOf: (id: string) => readonly string[]): Map<string, Chunk> {
  const reached = (...pages: string[]) => reachedFrom(pages, importsOf)
  const base = reached(MAIN).union(reached(...OUTSIDE).intersection(reached(...SHELL, LATER)))
  const chunks = new Map<string, Chunk>()
  for (const id of reached(...SHELL)) chunks.set(id, 'shell')
  for (const id of reached(SIGN_IN)) chunks.set(id, 'outside')
  for (const id of base) chunks.set(id, 'base')
  for (const id of PAGES) chunks.delete(id)
  return chunks
}

function reachedFrom(entries: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set<string>()
  const left = [...entries]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    left.push(...importsOf(id))
  }
  return reached
}
