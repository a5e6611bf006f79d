/** The bytes that another destination in the rail adds to the first load of everybody. */
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../apps/web')
const MOST_BYTES = 300
/** The code of a signed-in person's first page. */
const FIRST = /\/(main|signed-in|inbox-page)\.tsx$|\/index\.html$/

beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => void vi.unstubAllEnvs())

/** Adds a feature with a page, an icon and a count of its own to the list of the app. */
const visits: Plugin = {
  name: 'visits',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('fixture:') ? `\0${id}.js` : null),
  load(id) {
    if (id === '\0fixture:page.js') return 'export const Component = () => "Visits"'
    if (id !== '\0fixture:visits.js') return null
    return `
      import icon from 'lucide-react/dist/esm/icons/calendar-days.mjs'
      export const visits = {
        pages: [{ path: 'visits', title: 'Visits', waitsForAppState: true, load: () => import('fixture:page') }],
        place: { label: 'Visits', to: '/visits', icon, key: 'v', at: 'top', order: 20, count: { name: 'visitsToday', word: 'today' } },
      }`
  },
  transform(code, id) {
    return id.endsWith('/src/app/feature-list.ts') ? `export { visits } from 'fixture:visits'\n${code}` : null
  },
}

/** All scripts that the first page loads before it renders. */
async function firstLoad(plugins: Plugin[]): Promise<string[]> {
  const config = { root: WEB, configFile: path.join(WEB, 'vite.config.ts'), logLevel: 'silent', plugins } as const
  const { output } = (await build({ ...config, build: { write: false } })) as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
  const needed = new Set<string>()
  const add = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const imported of chunks.get(name)?.imports ?? []) add(imported)
  }
  for (const [name, { facadeModuleId }] of chunks) if (facadeModuleId && FIRST.test(facadeModuleId)) add(name)
  expect(needed.size).toBeGreaterThan(3)
  return [...needed].map((name) => chunks.get(name)?.code ?? '')
}

/** Compressed together: the bundler may divide the scripts differently, and each of them begins its compression anew. */
const bytesOf = (scripts: readonly string[]) => brotliCompressSync(scripts.join('\n')).length

test('a second destination with its own count adds less than 0.3 KB to the first load', {
  timeout: 240_000,
}, async () => {
  const [before, after] = [await firstLoad([]), await firstLoad([visits])]
  expect(after.join()).toContain('visitsToday')
  expect(bytesOf(after) - bytesOf(before)).toBeLessThan(MOST_BYTES)
})
