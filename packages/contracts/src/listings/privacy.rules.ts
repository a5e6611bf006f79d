/**
 * The one gate of public replies. A reply on Google may not tell that a person was or was not a patient, nor anything of them.
 * The box runs it at each key, the API runs it again with what only the API knows; nobody passes around it.
 */
import type { Finding, Linted, LintRule } from './finding.rules.ts'
import { findIdentifiers } from './identifiers.rules.ts'
import { languageFinding } from './language.rules.ts'
import { bytesOf, REPLY_BYTES_MAX } from './limits.rules.ts'
import type { LintFacts } from './lint-facts.rules.ts'
import { findNames, knownWords, namesToFind } from './names.rules.ts'
import { normalize } from './normal-text.rules.ts'
import { compilePatterns, matchesAt } from './patterns.rules.ts'
import {
  barriers,
  classes,
  healthWords,
  openWords,
  others,
  patterns,
  readers,
  warnings,
  whenPatterns,
  whenWords,
} from './privacy-words.rules.ts'
import { type Sentence, sentencesOf } from './sentences.rules.ts'

const WHY: Readonly<Record<LintRule, string>> = {
  confirms_care: 'This says that the person was here.',
  denies_care: 'This says that the person was not here, which tells who is a patient.',
  health_detail: 'This names a condition, medicine or procedure.',
  money: 'This speaks of a person’s bill or insurance.',
  relative: 'This speaks of a person’s family.',
  when: 'This says when something was.',
  identifier: 'This is an address, a number or a link that is not the location’s own.',
  names_person: 'This names a person who is neither the reviewer nor one of the staff.',
  unread_language: 'This can only be checked in English or Spanish.',
  argues: 'This argues with the reviewer.',
  offers: 'This offers something, which Google refuses.',
  asks_change: 'This asks the reviewer to change the review.',
  shouts: 'This shouts.',
  repeats: 'The same text stands under other reviews, which Google refuses.',
}

const SERIOUS = 'We take comments like this seriously.'
const PRIVACY = 'Privacy rules keep us from saying more here.'
const SAFE: Partial<Record<LintRule, string>> = { denies_care: PRIVACY, names_person: PRIVACY, money: PRIVACY }
const CALLS: readonly LintRule[] = ['identifier', 'unread_language']

/** Words after which "our patient" is no person. */
const THINGS = new Set(
  'portal care advocate relations experience services service coordinator line representative team'.split(' '),
)

type Label = LintRule | 'time'
const book = compilePatterns<Label>(
  [...patterns, ...warnings, ...whenPatterns.map((text) => ['time', text] as const)],
  classes,
)
const WARNINGS = new Set<Label>(warnings.map(([rule]) => rule))

export function lintReply(typed: string, facts: LintFacts): Linted {
  const findings = findAll(typed, facts)
  const isBlocked = findings.some(({ level }) => level === 'block')
  return { findings, proposal: isBlocked ? proposalOf(typed, findings, facts) : null }
}

/** Whether the reply may not leave. */
export function isBlocked({ findings }: Pick<Linted, 'findings'>): boolean {
  return findings.some(({ level }) => level === 'block')
}

function findAll(typed: string, facts: LintFacts): Finding[] {
  const normal = normalize(typed)
  const sentences = sentencesOf(normal.text)
  let found: Finding[] = []
  const add = (rule: LintRule, start: number, end: number, level: Finding['level'] = 'block') => {
    const [from = 0, to = typed.length] = [normal.places[start], normal.places[end]]
    const next: Finding = { rule, level, from, to, why: WHY[rule] }
    if (found.some((one) => covers(one, next))) return
    found = [...found.filter((one) => !covers(next, one)), next]
  }
  const known = knownWords(facts)
  const patients = namesToFind(facts)
  const places = (facts.places ?? []).flatMap((name) => sentencesOf(normalize(name).text).map(({ keys }) => keys))
  for (const sentence of sentences) {
    findWords(sentence, namedPlaces(sentence, places), add)
    for (const { from, to } of findNames(sentence, normal.text, { known, patients })) add('names_person', from, to)
  }
  for (const { kind, from, to } of findIdentifiers(normal.text, facts)) {
    if (kind === 'identifier') add('identifier', from, to)
    else {
      const around = sentences.find((one) => one.from <= from && from < one.to)
      if (around && isAddressed(around)) add('when', from, to)
    }
  }
  const trimmed = typed.trim()
  if (!facts.canned?.includes(trimmed) && languageFinding(sentences, normal.text, known))
    add('unread_language', 0, normal.text.length)
  if (isShouting(normal.text)) add('shouts', 0, normal.text.length, 'warn')
  if ((facts.recent ?? []).slice(0, 20).filter((text) => text.trim() === trimmed).length >= 3)
    add('repeats', 0, normal.text.length, 'warn')
  return found.sort((one, other) => one.from - other.from || one.to - other.to)
}

/** The other finding says nothing beyond this one. A block that lies within a warning stays. */
function covers(one: Finding, other: Finding): boolean {
  const isAsGrave = one.level === 'block' || other.level === 'warn'
  return one.rule === other.rule && isAsGrave && one.from <= other.from && other.to <= one.to
}

type Add = (rule: LintRule, from: number, to: number, level?: Finding['level']) => void

/** The places of words that belong to the name of the organization or a location, such as "Pain Center". */
function namedPlaces({ keys }: Sentence, places: readonly (readonly string[])[]): ReadonlySet<number> {
  const named = new Set<number>()
  for (const words of places)
    for (const [at] of keys.entries())
      if (words.length > 0 && words.every((word, nth) => keys[at + nth] === word))
        for (const [nth] of words.entries()) named.add(at + nth)
  return named
}

function findWords(sentence: Sentence, named: ReadonlySet<number>, add: Add): void {
  const { keys, starts, ends } = sentence
  const isToReader = keys.some((key) => readers.has(key))
  const isOfPerson = isToReader || keys.some((key) => others.has(key))
  for (const [at, key] of keys.entries()) {
    const [from = 0, to = 0] = [starts[at], ends[at]]
    if (healthWords.has(key) && !named.has(at)) add('health_detail', from, to, isOfPerson ? 'block' : 'warn')
    if (whenWords.has(key) && isAddressed(sentence)) add('when', from, to)
    for (const { label, last } of matchesAt(book, keys, at, barriers)) {
      if (named.has(at) && named.has(last)) continue
      const end = ends[last] ?? to
      if (label === 'time') {
        if (isAddressed(sentence)) add('when', from, end)
      } else if (!isThing(keys, label, last)) add(label, from, end, WARNINGS.has(label) ? 'warn' : 'block')
    }
  }
}

function isThing(keys: readonly string[], label: Label, last: number): boolean {
  return label === 'confirms_care' && keys[last] === 'patient' && THINGS.has(keys[last + 1] ?? '')
}

/** A time in it is one of the reader's, and not of the opening hours. */
function isAddressed({ keys }: Sentence): boolean {
  return keys.some((key) => readers.has(key)) && !keys.some((key) => openWords.has(key))
}

function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return text.includes('!!!') || (letters >= 12 && capitals > letters * 0.6)
}

/** Each sentence that holds a block becomes the safe one of its rule, each of which stands once. */
function proposalOf(typed: string, findings: readonly Finding[], facts: LintFacts): string {
  const blocks = findings.filter(({ level }) => level === 'block')
  const used = new Set<string>()
  const safe = (rule: LintRule) => {
    const words = CALLS.includes(rule) ? callUs(facts) : (SAFE[rule] ?? SERIOUS)
    if (used.has(words)) return ''
    used.add(words)
    return words
  }
  const { text, places } = normalize(typed)
  const parts = sentencesOf(text).map(({ from, to }) => {
    const [start = 0, end = typed.length] = [places[from], places[to]]
    const first = blocks.find((one) => one.from < end && start < one.to)
    return first ? safe(first.rule) : typed.slice(start, end).trim()
  })
  const proposal = parts.filter(Boolean).join(' ')
  if (bytesOf(proposal) <= REPLY_BYTES_MAX && !isBlocked({ findings: findAll(proposal, facts) })) return proposal
  return [
    ...new Set([
      SERIOUS,
      ...blocks.map(({ rule }) => (CALLS.includes(rule) ? callUs(facts) : (SAFE[rule] ?? SERIOUS))),
    ]),
  ].join(' ')
}

function callUs({ phone, phones = [] }: LintFacts): string {
  const number = phone ?? phones[0]
  return `Please call us ${number ? `at ${number} ` : ''}so that we can talk in private.`
}
