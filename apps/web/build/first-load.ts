/**
 * What the inbox loads first stays in one piece. Each page that shares a part with it splits off another small chunk, and
 * small ones are packed worse: the five pages of the settings made the inbox's first load 5 KB heavier without this.
 */
import path from 'node:path'

interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const at = (file: string) => path.resolve(import.meta.dirname, '../src', file)
const SHELL = ['app/signed-in.tsx', 'features/inbox/inbox-page.tsx'].map(at)
/** What is there without a session loads nothing of the app behind it. */
const OUTSIDE = [
  'main.tsx',
  ...['sign-in', 'forgot-password', 'reset-password', 'invitation'].map((page) => `features/session/${page}-page.tsx`),
].map(at)

/** The chunk of a module that the shell or the inbox needs at once; null for any other. */
export function firstLoad(): (id: string, context: ChunkingContext) => string | null {
  let shell: ReadonlySet<string> | null = null
  let outside: ReadonlySet<string> = new Set()
  return (id, context) => {
    const importsOf = (of: string) => context.getModuleInfo(of)?.importedIds ?? []
    if (shell === null) {
      shell = reachedFrom(SHELL, importsOf)
      outside = reachedFrom(OUTSIDE, importsOf)
    }
    const isFirst = shell.has(id) && !outside.has(id)
    // What is asked for by its own name keeps a chunk of its own.
    return isFirst && !SHELL.includes(id) ? 'shell' : null
  }
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
