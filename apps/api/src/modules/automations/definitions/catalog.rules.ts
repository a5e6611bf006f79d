/** The parts of which an automation may be made, with the choices that an organization's records give. */
import { ACTIONS } from '@foyer/contracts/automations/actions.rules.ts'
import type { AutomationCatalog } from '@foyer/contracts/automations/catalog.ts'
import { CHOICES, type Choice, type ChoiceSource } from '@foyer/contracts/automations/choices.rules.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'
import { type Field, fieldsFor } from '@foyer/contracts/automations/fields.rules.ts'
import { intents } from '@foyer/contracts/automations/intent-names.rules.ts'
import { operatorsOf } from '@foyer/contracts/automations/operators.rules.ts'
import { RECIPES } from '@foyer/contracts/automations/recipes.rules.ts'
import { triggerCards } from '@foyer/contracts/automations/triggers.rules.ts'
import type { NamesInUse, Records } from '../records.store.ts'
import { availableActions, availableTriggers } from './available.rules.ts'
import { saidOf } from './item.rules.ts'

interface Given {
  readonly records: Records
  readonly inUse: NamesInUse
  readonly names: Names
}

export function catalogOf({ records, inUse, names }: Given): AutomationCatalog {
  const labels = new Map(CHOICES.intent.map(({ value, label }) => [value, label]))
  const named = (all: Records['staff']) => all.map(({ id: _id, name }) => ({ _id, name }))
  return {
    triggers: triggerCards.filter(({ kind }) => availableTriggers.includes(kind)).map((card) => ({ ...card })),
    fields: fieldsFor('guards').map((field) => ({
      ...{ key: field.key, label: field.label, type: field.type, nullable: field.nullable },
      ...{ operators: [...operatorsOf(field)], choices: choicesOf(field, records, inUse), inGuards: field.inGuards },
    })),
    actions: availableActions.map((kind) => ({ kind, label: ACTIONS[kind].label })),
    intents: intents.map((value) => ({ value, label: labels.get(value) ?? value })),
    staff: named(records.staff),
    campaigns: named(records.campaigns),
    flows: named(records.flows),
    templates: records.templates.map(({ id: _id, name, type, subject, text }) => ({ _id, name, type, subject, text })),
    names,
    recipes: RECIPES.map(({ key, name, definition: written }) => {
      const definition = definitionSchema.parse(written)
      return { key, name, sentence: saidOf(definition, names), definition }
    }),
  }
}

function choicesOf({ choices, source }: Field, records: Records, inUse: NamesInUse): Choice[] | null {
  if (source !== null) return sourceOf(source, records, inUse)
  return choices?.map((choice) => ({ ...choice })) ?? null
}

function sourceOf(source: ChoiceSource, records: Records, inUse: NamesInUse): Choice[] {
  if (source === 'staff' || source === 'doctors')
    return records[source].map(({ id: value, name: label }) => ({ value, label }))
  return inUse[source].map((name) => ({ value: name, label: name }))
}
