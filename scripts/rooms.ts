/**
 * The rules for imports. They are patterns, so that a new feature or module is guarded from its first file on. A rule speaks
 * about the file that imports and the file (or package) that it imports; the first `no` that a rule gives is reported.
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

export interface Import {
  readonly from: string
  /** A path from the root for the project's own files, else the package's name as written. */
  readonly to: string
  readonly isType: boolean
  readonly isTest: boolean
}

interface Rule {
  readonly says: string
  readonly broken: (one: Import) => boolean
}

/** The API's modules in their order, as `modules.ts` lists them: a module uses those before it. */
export const MODULES = moduleOrder(readFileSync(new URL('../apps/api/src/modules.ts', import.meta.url), 'utf8'))

const app = (path: string) => /^apps\/([^/]+)\//.exec(path)?.[1]
const feature = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]
const apiModule = (path: string) => /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1]
/** Rules have no effects, so that anybody may use them; whatever else a module offers, its one public file names. */
const isPublic = (name: string, path: string) =>
  path === `apps/api/src/modules/${name}/${name}.ts` || path.endsWith('.rules.ts')
const webRoom = (path: string) => /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1]
const relayRoom = (path: string) => /^apps\/relay\/src\/([^/]+)\//.exec(path)?.[1]
const isPackage = (to: string) => !to.startsWith('apps/') && !to.startsWith('packages/') && !to.startsWith('tests/')
const inContracts = (path: string) => path.startsWith('packages/contracts/')
const inFlow = (path: string) => path.startsWith('packages/flow/')
const inCharts = (path: string) => path.startsWith('packages/charts/')

/** The rooms that each room of the web app may import, from the outside in. */
const WEB_REACH: Record<string, readonly string[]> = {
  app: ['app', 'features', 'parts', 'live', 'state', 'api', 'ui', 'lib', 'reporting', 'styles'],
  features: ['features', 'parts', 'live', 'state', 'api', 'ui', 'lib'],
  parts: ['parts', 'live', 'state', 'api', 'ui', 'lib'],
  live: ['live', 'api', 'lib'],
  state: ['state', 'lib'],
  api: ['api', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
  reporting: ['reporting', 'lib'],
}

const EFFECTS =
  /^(react|react-dom|react-router|@xstate\/react|socket\.io-client|valtio|express|socket\.io|ioredis|kysely|pg)($|\/)|\/api\/client\.ts$|\.store\.ts$|\.actors\.ts$/

const RULES: readonly Rule[] = [
  {
    says: 'contracts import zod and nothing else',
    broken: ({ from, to, isTest }) => inContracts(from) && !isTest && !inContracts(to) && to !== 'zod',
  },
  {
    says: 'packages/flow imports contracts, xstate and chrono-node, and of contracts what the browser may import',
    broken: ({ from, to, isType, isTest }) =>
      inFlow(from) &&
      !isTest &&
      !inFlow(to) &&
      !(inContracts(to) && (isType || /\.rules\.ts$|\/defaults\.ts$/.test(to))) &&
      !/^(xstate|xstate\/graph|chrono-node\/(en|es))$/.test(to),
  },
  {
    says: 'packages/charts imports d3-scale and d3-shape, and no screen',
    broken: ({ from, to, isTest }) => inCharts(from) && !isTest && !inCharts(to) && !/^d3-(scale|shape)$/.test(to),
  },
  {
    says: 'apps never import one another',
    broken: ({ from, to }) => {
      const [mine, theirs] = [app(from), app(to)]
      return mine !== undefined && theirs !== undefined && mine !== theirs
    },
  },
  {
    says: 'features never import one another',
    broken: ({ from, to }) => {
      const [mine, theirs] = [feature(from), feature(to)]
      return mine !== undefined && theirs !== undefined && mine !== theirs
    },
  },
  {
    says: 'a module imports modules before it in the order, and of them the public file `<name>.ts` and rules',
    broken: ({ from, to, isTest }) => {
      const [mine, theirs] = [apiModule(from), apiModule(to)]
      if (isTest || mine === undefined || theirs === undefined || mine === theirs) return false
      return MODULES.indexOf(theirs) >= MODULES.indexOf(mine) || !isPublic(theirs, to)
    },
  },
  {
    says: 'what modules are built on imports none of them',
    broken: ({ from, to, isTest }) =>
      !isTest &&
      /^apps\/api\/src\/(config|db|events|files|gateways|http|reader|work)\//.test(from) &&
      apiModule(to) !== undefined,
  },
  {
    says: 'a room of the web app reaches inwards only',
    broken: ({ from, to, isTest }) => {
      const [mine, theirs] = [webRoom(from), webRoom(to)]
      if (isTest || mine === undefined || theirs === undefined) return false
      return !(WEB_REACH[mine] ?? []).includes(theirs)
    },
  },
  {
    says: 'the browser takes rules and constants from contracts, of the rest types alone: zod stays at home',
    broken: ({ from, to, isType, isTest }) =>
      from.startsWith('apps/web/src/') &&
      !isTest &&
      !isType &&
      inContracts(to) &&
      !/\.rules\.ts$|\/defaults\.ts$/.test(to),
  },
  {
    says: 'machines and rules know no screen, no wire and no storage',
    broken: ({ from, to, isType }) => /\.(machine|rules)\.ts$/.test(from) && !isType && EFFECTS.test(to),
  },
  {
    says: "the API's rules import contracts, refusals and other rules",
    broken: ({ from, to, isType }) =>
      /^apps\/api\/.*\.rules\.ts$/.test(from) &&
      !isType &&
      !inContracts(to) &&
      !/\/http\/refusal\.ts$|\.rules\.ts$/.test(to) &&
      !to.startsWith('node:') &&
      !['libphonenumber-js', 'libphonenumber-js/max', 'otpauth'].includes(to),
  },
  {
    says: 'a store is imported by its own module alone, from its folder and what lies in it',
    broken: ({ from, to, isTest }) =>
      to.endsWith('.store.ts') && !isTest && !`${posix.dirname(from)}/`.startsWith(`${posix.dirname(to)}/`),
  },
  {
    says: "in the relay sockets and intake meet in the log, not in each other's files",
    broken: ({ from, to, isTest }) =>
      !isTest && relayRoom(from) === 'log' && ['sockets', 'intake'].includes(relayRoom(to) ?? ''),
  },
  {
    says: 'nothing of the web app knows the gallery that shows it',
    broken: ({ from, to }) => from.startsWith('apps/web/src/') && to.startsWith('apps/web/gallery/'),
  },
  {
    says: 'the code does not import tests',
    broken: ({ from, to, isTest }) =>
      !isTest && /\.test\.tsx?$|\.suite\.ts$|^tests\//.test(to) && !from.startsWith('tests/'),
  },
  {
    says: 'zod belongs to contracts and to the edges that parse; the browser has none',
    broken: ({ from, to }) => from.startsWith('apps/web/src/') && isPackage(to) && to === 'zod',
  },
]

function moduleOrder(text: string): string[] {
  return [...text.matchAll(/import\('\.\/modules\/([\w-]+)\//g)].map(([, folder = '']) => folder)
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?([^'"]*?)from\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'|\bimport\('([^']+)'\)/g

/** Every import of a file, its own files resolved to paths from the root. */
export function importsOf(path: string, text: string, isTest: boolean): Import[] {
  return [...text.matchAll(IMPORT)].map((found) => {
    const specifier = found[4] ?? found[5] ?? found[6] ?? ''
    const names = found[3]?.trim() ?? ''
    const allTypes =
      /^\{[^}]*\}$/.test(names) &&
      names
        .slice(1, -1)
        .split(',')
        .every((name) => /^\s*(type\s|$)/.test(name))
    return { from: path, to: resolve(path, specifier), isType: found[2] !== undefined || allTypes, isTest }
  })
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const own = /^@foyer\/([^/]+)\/(.+)$/.exec(specifier)
  if (!own) return specifier
  return `${['charts', 'contracts', 'flow'].includes(own[1] ?? '') ? 'packages' : 'apps'}/${own[1]}/src/${own[2]}`
}

export function brokenRules(one: Import): string[] {
  return RULES.filter((rule) => rule.broken(one)).map((rule) => `${one.from} imports ${one.to}: ${rule.says}`)
}
