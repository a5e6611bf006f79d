/** Finds the visits that each clause of a reply is about. */
import type { Fact, Repeatable } from './reply-facts.rules.ts'
import type { Meaning } from './reply-meanings.rules.ts'

export interface Clause {
  readonly meaning: Meaning
  readonly words: string
  readonly facts: readonly Fact[]
  /** The patients whose first names it has. */
  readonly named: readonly string[]
  readonly isAmbiguous: boolean
}

interface Visit extends Repeatable {
  readonly patientId: string
  readonly gender: string
}

export interface Scoped<One extends Visit = Visit> {
  readonly meaning: Exclude<Meaning, 'who' | 'when' | 'refuse'>
  readonly visits: readonly One[]
  /** It names somebody whom no reminder asked. */
  readonly namesOthers: boolean
}

interface Self {
  readonly patientId: string | null
  /** The patient who says who they are. */
  readonly speaker: string | null
  /** The number has patients whom no reminder asked. */
  readonly isShared: boolean
}

const EVERYBODY =
  /\b(?:both|everyone|everybody|all of us|we all|us all|all (?:our |the )?(?:appointments|visits)|los dos|las dos|ambos|ambas|todos|todas)\b/
const TWO = /\b(?:both|los dos|las dos|ambos|ambas)\b/
const TOO = /\b(?:too|also|as well|tambien)\b/
const MYSELF = /\b(?:me|myself|mine|mi|yo|conmigo)\b|#\d+ (?:and|y|e) i\b|\bi and #/
const FIRST_PERSON = /\b(?:i|my|me|mine|yo|we|our)\b/
const SUBJECT = /\b(?:i|my)\b/
const HE = /\b(?:he|him|his)\b/
const SHE = /\b(?:she|her|hers|ella)\b/

/**
 * Names, days and times that stand alone go with the clause after them, or with the one before: "Rosalind and Elias, yes",
 * "yes, Thursday".
 */
export function joined(clauses: readonly Clause[]): readonly Clause[] {
  const hasYes = clauses.some(({ meaning }) => meaning === 'confirm')
  const result: Clause[] = []
  let waiting: Clause | null = null
  const attach = (one: Clause, who: Clause): Clause => ({
    ...one,
    words: `${one.words} ${who.words}`,
    named: [...new Set([...who.named, ...one.named])],
    isAmbiguous: one.isAmbiguous || who.isAmbiguous,
  })
  for (const one of clauses) {
    const last = result.at(-1)
    if (one.meaning === 'who' && last?.meaning === 'confirm' && TOO.test(one.words)) {
      result.push({ ...one, meaning: 'confirm' })
    } else if (one.meaning === 'who') {
      waiting = waiting === null ? one : attach(waiting, one)
    } else if (one.meaning === 'when') {
      // "Thursday, 9:30" is one time.
      if (last?.meaning === 'when') result[result.length - 1] = { ...last, facts: [...last.facts, ...one.facts] }
      else result.push(one)
    } else if (waiting === null || one.meaning === 'thanks') {
      result.push(one)
    } else {
      const isBareYes = (clause: Clause | undefined) => clause?.meaning === 'confirm' && !isPersonal(clause)
      // "Yes, Elias. See you then": the first yes is about Elias too.
      if (last !== undefined && isBareYes(last) && isBareYes(one)) result[result.length - 1] = attach(last, waiting)
      result.push(attach(one, waiting))
      waiting = null
    }
  }
  if (waiting !== null) {
    const at = result.findLastIndex(({ meaning }) => meaning !== 'thanks')
    const before = result[at]
    if (before === undefined) result.push({ ...waiting, meaning: 'unknown' })
    else result[at] = attach(before, waiting)
  }
  return result.map((one) => (one.meaning === 'when' ? { ...one, meaning: hasYes ? 'confirm' : 'unknown' } : one))
}

function isPersonal({ words, named }: Clause): boolean {
  return named.length > 0 || MYSELF.test(words) || EVERYBODY.test(words) || HE.test(words) || SHE.test(words)
}

interface About {
  readonly clause: Clause
  readonly meaning: Scoped['meaning'] | 'refuse'
  /** Null: everybody whom no other clause names. */
  readonly who: readonly string[] | null
  readonly isAll: boolean
}

export function scoped<One extends Visit>(
  clauses: readonly Clause[],
  asked: readonly One[],
  self: Self,
): readonly Scoped<One>[] {
  const abouts = peopled(clauses, asked, self)
  const known = new Set(abouts.flatMap(({ who, meaning }) => (meaning === 'thanks' ? [] : (who ?? []))))
  const unnamed = asked.filter(({ patientId }) => !known.has(patientId))
  const narrowed = abouts.map((about) => narrow(about, asked, unnamed))
  // "Yes, Thursday works": the yes is about Thursday's visit.
  const meant = narrowed.flatMap(({ isNarrowed, visits }) => (isNarrowed ? visits : []))
  return narrowed.map(({ isNarrowed, about, meaning, visits, namesOthers }) => {
    const isBareYes = meaning === 'confirm' && about.who === null && !about.isAll
    return { meaning, namesOthers, visits: isBareYes && !isNarrowed && meant.length > 0 ? [...new Set(meant)] : visits }
  })
}

/** Finds the patients whom each clause is about. */
function peopled(
  clauses: readonly Clause[],
  asked: readonly Visit[],
  { patientId, speaker, isShared }: Self,
): readonly About[] {
  const self = speaker ?? patientId
  const isAsked = (id: string) => asked.some((visit) => visit.patientId === id)
  const hasOthers = clauses.some(({ named }) => named.some((id) => id !== self))
  let last: readonly string[] | null = null
  const abouts = clauses.map((clause): About => {
    const { meaning, unsure } = meaningsOf(clause)
    const isAll = clause.named.length === 0 && EVERYBODY.test(clause.words)
    const about = (who: readonly string[] | null): About => {
      if (who !== null && meaning !== 'thanks') last = who
      return { clause, meaning: clause.isAmbiguous ? unsure : meaning, who, isAll: false }
    }
    const unclear: About = { clause, meaning: unsure, who: null, isAll: false }
    if (clause.named.length > 0) {
      const me = MYSELF.test(clause.words) ? [self].filter((id) => id !== null) : []
      return about([...new Set([...clause.named, ...me])])
    }
    if (isAll) {
      const isTwo = asked.length < 3 || new Set(asked.map((visit) => visit.patientId)).size === 2
      return { clause, meaning: TWO.test(clause.words) && !isTwo ? unsure : meaning, who: null, isAll: true }
    }
    if (HE.test(clause.words) || SHE.test(clause.words)) {
      const meantBefore = last?.length === 1 ? last : null
      const who = meantBefore ?? ofGender(asked, HE.test(clause.words) ? 'male' : 'female', isShared)
      return who === null ? unclear : about(who)
    }
    if (MYSELF.test(clause.words)) {
      const [only, another] = new Set(asked.map((visit) => visit.patientId))
      const me = self ?? (another === undefined ? only : undefined)
      return me === undefined || !isAsked(me) ? unclear : about([me])
    }
    const isOwn = speaker !== null || (SUBJECT.test(clause.words) && hasOthers)
    if (isOwn && self !== null && meaning !== 'thanks') return about([self])
    // After "Elias can't come", the next words are about Elias.
    const isAside = last !== null && !last.some(isAsked) && !FIRST_PERSON.test(clause.words)
    return { clause, meaning, who: isAside ? last : null, isAll: false }
  })
  const hasAside = abouts.some(({ who, meaning }) => who !== null && meaning !== 'thanks' && !who.some(isAsked))
  // "Yes, Elias will be there" confirms the visit of nobody who was asked.
  return abouts.map((one) =>
    hasAside && one.who === null && one.meaning === 'confirm' ? { ...one, meaning: 'doubt' } : one,
  )
}

/** The meaning, and what is left of it if it is not clear whom it is about. */
function meaningsOf({ meaning }: Clause): { meaning: About['meaning']; unsure: About['meaning'] } {
  if (meaning === 'who' || meaning === 'when') return { meaning: 'unknown', unsure: 'unknown' }
  return { meaning, unsure: meaning === 'thanks' ? meaning : 'doubt' }
}

/** The one patient whom "he" or "she" may mean. */
function ofGender(asked: readonly Visit[], gender: 'male' | 'female', isShared: boolean): readonly string[] | null {
  const isKnown = (visit: Visit) => visit.gender === 'male' || visit.gender === 'female'
  const may = asked.filter((visit) => visit.gender === gender || !isKnown(visit))
  const [only, another] = new Set(may.map(({ patientId }) => patientId))
  const isCertain = !isShared || may.every(isKnown)
  return only !== undefined && another === undefined && isCertain ? [only] : null
}

interface Narrowed<One extends Visit> extends Scoped<One> {
  readonly about: About
  /** A day or a time tells these visits from others. */
  readonly isNarrowed: boolean
}

function narrow<One extends Visit>(about: About, asked: readonly One[], unnamed: readonly One[]): Narrowed<One> {
  const { clause, who, meaning, isAll } = about
  const said = meaning === 'refuse' ? 'reschedule' : meaning
  const isOpen = said === 'doubt' || said === 'unknown'
  const everybody = unnamed.length === 0 || isAll || isOpen ? asked : unnamed
  const visits = who === null ? everybody : asked.filter(({ patientId }) => who.includes(patientId))
  const namesOthers = clause.named.some((id) => !asked.some(({ patientId }) => patientId === id))
  const all: Narrowed<One> = { about, meaning: said, visits, namesOthers, isNarrowed: false }
  if (clause.facts.length === 0 || !(meaning === 'confirm' || meaning === 'refuse')) return all
  const fitting = visits.filter((visit) => clause.facts.every((fits) => fits(visit)))
  if (fitting.length === visits.length) return all
  if (fitting.length === 1 && !isAll) return { ...all, visits: fitting, isNarrowed: true }
  // Another day or time than any of them has, or several that are not all of them.
  return meaning === 'confirm' ? { ...all, meaning: 'doubt', visits: who === null ? asked : visits } : all
}
