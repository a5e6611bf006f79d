/** The choices of fields and records, as the catalogue of the organization has them. */
import type { AutomationCatalog } from '@foyer/contracts/automations/catalog.ts'
import type { Choice } from '@foyer/contracts/automations/choices.rules.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'
import { fieldOf } from '@foyer/contracts/automations/fields.rules.ts'

interface Known {
  readonly data: AutomationCatalog | undefined
}

/** The choices of a field; null if its values are typed. */
export function choicesOf({ data }: Known, key: string): readonly Choice[] | null {
  return data?.fields.find((field) => field.key === key)?.choices ?? fieldOf(key)?.choices ?? null
}

/** The choices with the chosen ones that are not among them: what is no more stays readable. */
export function withChosen(
  choices: readonly Choice[],
  chosen: readonly string[],
  names: Names,
  removed: string | null,
): readonly Choice[] {
  const missing = chosen.filter((value) => value !== '' && !choices.some((choice) => choice.value === value))
  return [...choices, ...missing.map((value) => ({ value, label: names[value] ?? removed ?? value }))]
}
