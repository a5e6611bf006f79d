/** Licences, origins and known bad versions of all that is installed. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Advisory, dependencyProblems, type Lock } from './dependencies.ts'
import { report } from './sources.ts'

const lock = readJson<{ packages: Lock }>('package-lock.json').packages
const advisories = readJson<Advisory[]>('scripts/advisories.json')

report('dependencies', dependencyProblems(lock, { licenceOf, advisories }))

/** As the package says itself, if need be by its licence's title; where it is for another system and not here, as the lock noted it. */
function licenceOf(place: string): string | undefined {
  const noted = lock[place]?.license
  try {
    const { license, licenses } = readJson<{ license?: string; licenses?: { type: string }[] }>(
      path.join(place, 'package.json'),
    )
    return license ?? licenses?.map(({ type }) => type).join(' AND ') ?? noted ?? licenceOfText(place)
  } catch {
    return noted
  }
}

function licenceOfText(place: string): string | undefined {
  const text = readFileSync(path.join(place, 'LICENSE'), 'utf8')
  return /^\s*(The )?MIT License\b/.test(text) ? 'MIT' : undefined
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
