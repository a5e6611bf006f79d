/** The form of a commit's subject: `area: imperative`, at most 72 characters. */

const LENGTH_MOST = 72
/** One plain area: `api:`, `docker-compose:`. */
const FORM = /^[a-z]+(?:-[a-z]+)*: (\S+)(?: \S.*)?$/
const HIDES_ACTOR = /^(who|whoever|whose|of|what|nobody|likewise|where|which)\b/i
const NO_VERB =
  /^(?:an?|the|this|that|these|those|it|its|they|there|one|two|no|not|each|every|all|both|some|when|if|how)$/
/** Ends like "added", "adding" or "adds". */
const INFLECTED = /(?:ed|ing|[^sui]s)$/
const IMPERATIVE = /^(?:(?:over|pre|re)?feed|need|seed|speed|embed|shed|proceed|exceed|bring|string|bias|alias)$/

/** The problem of a subject, or null if it has none. */
export function subjectProblem(subject: string): string | null {
  if (subject.length > LENGTH_MOST) return `has ${subject.length} characters, at most ${LENGTH_MOST}`
  const [, verb = ''] = FORM.exec(subject) ?? []
  if (verb === '') return 'is not `area: imperative`'
  if (HIDES_ACTOR.test(verb)) return `begins with "${verb}"`
  const word = verb.toLowerCase().replace(/[^a-z]/g, '')
  if (/^[A-Z][a-z]/.test(verb)) return `"${verb}" begins with a capital letter`
  if (NO_VERB.test(word) || (INFLECTED.test(word) && !IMPERATIVE.test(word))) return `"${verb}" is no imperative`
  if (subject.endsWith('.')) return 'ends with a full stop'
  return null
}
