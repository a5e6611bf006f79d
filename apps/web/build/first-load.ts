/**
 * What the inbox loads first stays in few pieces. Each page that shares a part with it splits off another small chunk, and
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
const OF_THE_INBOX = at('features/inbox/')

/** The chunk of a module that the shell needs, or that the inbox shares with other pages; null for any other. */
export function firstLoad(): (id: string, context: ChunkingContext) => string | null {
  let shell: ReadonlySet<string> | null = null
  let outside: ReadonlySet<string> = new Set()
  return (id, context) => {
    const importsOf = (of: string) => context.getModuleInfo(of)?.importedIds ?? []
    if (shell === null) {
      shell = reachedFrom(SHELL, importsOf)
      outside = reachedFrom(OUTSIDE, importsOf)
    }
    return shell.has(id) && !outside.has(id) && !id.startsWith(OF_THE_INBOX) ? 'shell' : null
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
