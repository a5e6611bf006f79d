/** Reads the choices of an item of a FHIR Questionnaire: its own, or those of a value set that the form contains. */

const OPTIONS_MAX = 100

export interface Option {
  readonly code: string
  readonly label: string
}

type Fields = Readonly<Record<string, unknown>>

interface ReadOptions {
  readonly options: readonly Option[]
  readonly problem: string | null
}

export function readOptions(item: Fields, contained: readonly Fields[]): ReadOptions {
  const isChoice = item.type === 'choice' || item.type === 'open-choice'
  const own = Array.isArray(item.answerOption) ? item.answerOption.flatMap((one) => optionOf(one as Fields)) : []
  if (!isChoice) return { options: [], problem: own.length === 0 ? null : 'Only a choice has answers to choose from' }
  const { answerValueSet } = item
  if (typeof answerValueSet !== 'string') return checked(own)
  const set = contained.find((one) => one.resourceType === 'ValueSet' && answerValueSet === `#${one.id}`)
  if (!set) return { options: [], problem: 'Its choices are in a value set that the form does not contain' }
  return checked(optionsOfSet(set))
}

function checked(options: readonly Option[]): ReadOptions {
  const codes = new Set(options.map(({ code }) => code))
  if (options.length === 0) return { options, problem: 'It has no choices' }
  if (options.length > OPTIONS_MAX) return { options, problem: `It has more than ${OPTIONS_MAX} choices` }
  return { options, problem: codes.size < options.length ? 'Two of its choices have one code' : null }
}

function optionOf(option: Fields): Option[] {
  for (const [key, value] of Object.entries(option)) {
    if (!key.startsWith('value')) continue
    if (typeof value !== 'object' || value === null) return [{ code: String(value), label: String(value) }]
    const { code, display } = value as Fields
    const label = String(display ?? code ?? '')
    return label === '' ? [] : [{ code: String(code ?? label), label }]
  }
  return []
}

/** Only concepts that the set lists itself are known without asking a server. */
function optionsOfSet(set: Fields): Option[] {
  const include = (set.compose as Fields | undefined)?.include
  const listed = [
    ...(Array.isArray(include) ? include.flatMap((one: Fields) => one.concept ?? []) : []),
    ...(((set.expansion as Fields | undefined)?.contains as Fields[] | undefined) ?? []),
  ] as Fields[]
  return listed.flatMap((concept) => optionOf({ valueCoding: concept }))
}
