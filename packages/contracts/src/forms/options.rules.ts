/** Reads the choices of an item of a FHIR Questionnaire: its own, or those of a value set that the form contains. */
import { type Fields, fieldsOf, listOf, primitiveOf, wordOf } from './fhir.rules.ts'

const OPTIONS_MAX = 100

export interface Option {
  readonly code: string
  readonly label: string
}

interface ReadOptions {
  readonly options: readonly Option[]
  /** The codes of those that are chosen before the patient chooses. */
  readonly chosen: readonly string[]
  readonly problem: string | null
}

export function readOptions(item: Fields, contained: readonly Fields[]): ReadOptions {
  const isChoice = item.type === 'choice' || item.type === 'open-choice'
  const listed = listOf(item.answerOption)
  const refused = (problem: string | null): ReadOptions => ({ options: [], chosen: [], problem })
  if (!isChoice) return refused(listed.length === 0 ? null : 'Only a choice has answers to choose from')
  const { answerValueSet } = item
  if (typeof answerValueSet !== 'string') {
    const chosen = listed.filter(({ initialSelected }) => initialSelected === true).map(optionOf)
    return { ...checked(listed.map(optionOf)), chosen: chosen.flatMap((one) => one?.code ?? []) }
  }
  const set = contained.find((one) => one.resourceType === 'ValueSet' && answerValueSet === `#${wordOf(one.id)}`)
  if (!set) return refused('Its choices are in a value set that the form does not contain')
  return { ...checked(optionsOfSet(set)), chosen: [] }
}

function checked(read: readonly (Option | null)[]): Omit<ReadOptions, 'chosen'> {
  const options = read.filter((one) => one !== null)
  if (options.length < read.length) return { options, problem: 'One of its choices has no words' }
  const codes = new Set(options.map(({ code }) => code))
  if (options.length === 0) return { options, problem: 'It has no choices' }
  if (options.length > OPTIONS_MAX) return { options, problem: `It has more than ${OPTIONS_MAX} choices` }
  return { options, problem: codes.size < options.length ? 'Two of its choices have one code' : null }
}

/** Null: it has no words. */
function optionOf(option: Fields): Option | null {
  const [field = '', value] = Object.entries(option).find(([key]) => key.startsWith('value')) ?? []
  const { code, display } = fieldsOf(value)
  const label = primitiveOf(field, value) || wordOf(display) || wordOf(code)
  return label === '' ? null : { code: wordOf(code) || label, label }
}

/** Only concepts that the set lists itself are known without asking a server. */
function optionsOfSet(set: Fields): (Option | null)[] {
  const listed = [
    ...listOf(fieldsOf(set.compose).include).flatMap((one) => listOf(one.concept)),
    ...listOf(fieldsOf(set.expansion).contains),
  ]
  return listed.map((concept) => optionOf({ valueCoding: concept }))
}
