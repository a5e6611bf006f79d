import { readFileSync } from 'node:fs'
import { isTest, sources } from './sources.ts'

export interface Requirement {
  readonly id: string
  readonly area: string
  readonly kind: string
  readonly text: string
}

/** The index of what the product must do, one row each. */
export function requirements(): Requirement[] {
  const [, ...rows] = readFileSync('docs/requirements.tsv', 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [id = '', area = '', kind = '', text = ''] = row.split('\t')
    return { id, area, kind, text }
  })
}

const FAMILIES = [...new Set(requirements().map(({ id }) => id.replace(/-\d+$/, '')))].join('|')
const CITATION = new RegExp(`\\b(${FAMILIES})-(\\d+)(?:\\.\\.(\\d+))?`, 'g')
const BRACKETS = /\[([^\]\n]+)\]/g
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g
const EACH_TITLE = /[\])](?: as const)?\)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

/** Every `[ID]` in the project, in code and in test titles; `[RULE-15..17]` stands for three. */
export function citedIds(): { path: string; id: string }[] {
  return sources().flatMap(({ path, text }) =>
    [...text.matchAll(BRACKETS)].flatMap(([, inside = '']) => idsIn(inside).map((id) => ({ path, id }))),
  )
}

/** The ids that stand in the title of a test, with the files that hold one. */
export function testedIds(): Map<string, Set<string>> {
  const tested = new Map<string, Set<string>>()
  for (const { path, text } of sources().filter(({ path }) => isTest(path))) {
    const titles = [...text.matchAll(TITLE), ...text.matchAll(EACH_TITLE)].map(([, , title = '']) => title)
    for (const id of titles.flatMap((title) =>
      [...title.matchAll(BRACKETS)].flatMap(([, inside = '']) => idsIn(inside)),
    )) {
      tested.set(id, (tested.get(id) ?? new Set()).add(path))
    }
  }
  return tested
}

function idsIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, family = '', first = '', last]) => {
    const end = last ? Number(first.slice(0, -last.length) + last) : Number(first)
    const count = Math.max(1, end - Number(first) + 1)
    return Array.from(
      { length: count },
      (_, step) => `${family}-${String(Number(first) + step).padStart(first.length, '0')}`,
    )
  })
}
