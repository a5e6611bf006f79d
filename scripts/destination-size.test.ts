/** The bytes that another destination in the rail adds to the first load of everybody, and those that a route loads beside it. */
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../apps/web')
const MOST_BYTES = 300
/** The code of a signed-in person's first page. */
const FIRST = /\/(main|signed-in|inbox-page)\.tsx$|\/index\.html$/

/** The pages of routes, and the most bytes that each loads beside the first page. */
const ROUTES = [
  ['dashboards/overview-page', 60_000],
  ['dashboards/board-page', 60_000],
  ['wallboard/wallboard-page', 30_000],
  ['reviews/reviews-page', 60_000],
] as const

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

interface Built {
  readonly chunks: ReadonlyMap<string, Rolldown.OutputChunk>
  /** The styles by the name of their file. */
  readonly styles: ReadonlyMap<string, string>
}

async function builtWith(plugins: Plugin[]): Promise<Built> {
  const config = { root: WEB, configFile: path.join(WEB, 'vite.config.ts'), logLevel: 'silent', plugins } as const
  const { output } = (await build({ ...config, build: { write: false } })) as Rolldown.RolldownOutput
  return {
    chunks: new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : []))),
    styles: new Map(
      output.flatMap((one) =>
        one.type === 'asset' && one.fileName.endsWith('.css') ? [[one.fileName, String(one.source)] as const] : [],
      ),
    ),
  }
}

let kept: Promise<Built> | undefined
/** The app as it is, built once for all tests. */
const plain = () => (kept ??= builtWith([]))

/** The files that these pages load before they render. A part that opens later is not among them. */
function loadedBy({ chunks }: Built, isPage: (file: string) => boolean): Set<string> {
  const needed = new Set<string>()
  const add = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    const chunk = chunks.get(name)
    for (const style of chunk?.viteMetadata?.importedCss ?? []) needed.add(style)
    for (const imported of chunk?.imports ?? []) add(imported)
  }
  const pages = [...chunks].filter(([, { facadeModuleId }]) => facadeModuleId && isPage(facadeModuleId))
  expect(pages.length).toBeGreaterThan(0)
  for (const [name] of pages) add(name)
  return needed
}

/** All scripts that the first page loads before it renders. */
function firstLoad(built: Built): string[] {
  const needed = loadedBy(built, (file) => FIRST.test(file))
  expect(needed.size).toBeGreaterThan(3)
  return [...needed].flatMap((name) => built.chunks.get(name)?.code ?? [])
}

/** Compressed together: the bundler may divide the scripts differently, and each of them begins its compression anew. */
const bytesOf = (scripts: readonly string[]) => brotliCompressSync(scripts.join('\n')).length

/** Compressed file by file, as the edge sends them to a browser that takes gzip alone. */
function zippedBytes({ chunks, styles }: Built, files: Iterable<string>): number {
  const sizes = [...files].map(
    (name) => gzipSync(chunks.get(name)?.code ?? styles.get(name) ?? '', { level: 9 }).length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a second destination with its own count adds less than 0.3 KB to the first load', {
  timeout: 240_000,
}, async () => {
  const [before, after] = [firstLoad(await plain()), firstLoad(await builtWith([visits]))]
  expect(after.join()).toContain('visitsToday')
  expect(bytesOf(after) - bytesOf(before)).toBeLessThan(MOST_BYTES)
})

test.each(ROUTES)(
  'the page %s loads no more than its limit beside the first page',
  { timeout: 240_000 },
  async (page, most) => {
    const built = await plain()
    const first = loadedBy(built, (file) => FIRST.test(file))
    const own = loadedBy(built, (file) => file.endsWith(`/features/${page}.tsx`)).difference(first)
    expect(zippedBytes(built, own)).toBeGreaterThan(most / 10)
    expect(zippedBytes(built, own)).toBeLessThan(most)
  },
)
