/** The parts that an automation of one organization may use, as the wizard asks for them. */
import { z } from 'zod'
import { campaignTypes } from '../campaign/steps.rules.ts'
import { actionKinds } from './actions.rules.ts'
import { storedDefinitionSchema } from './automation.ts'
import { intents } from './intent-names.rules.ts'
import { triggerKinds } from './triggers.rules.ts'

const choice = z.object({ value: z.string(), label: z.string() })
const named = z.object({ _id: z.string(), name: z.string() })

export const catalogSchema = z.object({
  triggers: z.array(
    z.object({
      kind: z.enum(triggerKinds),
      card: z.string(),
      hint: z.string(),
      group: z.string(),
      asks: z.enum(['words', 'intent']).nullable(),
    }),
  ),
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.enum(['choice', 'flag', 'number', 'text', 'time']),
      nullable: z.boolean(),
      operators: z.array(z.string()),
      /** Those of a closed list, or of the organization's records; null for other types. */
      choices: z.array(choice).nullable(),
      /** For guards of steps alone. */
      inGuards: z.boolean(),
    }),
  ),
  actions: z.array(z.object({ kind: z.enum(actionKinds), label: z.string() })),
  intents: z.array(z.object({ value: z.enum(intents), label: z.string() })),
  staff: z.array(named),
  campaigns: z.array(named),
  /** Chatbots that are live. */
  flows: z.array(named),
  /** A template of a text has no subject. */
  templates: z.array(named.extend({ type: z.enum(campaignTypes), subject: z.string().nullable(), text: z.string() })),
  /** The names of all these records by their ids, for the sentence. */
  names: z.record(z.string(), z.string()),
  recipes: z.array(
    z.object({ key: z.string(), name: z.string(), sentence: z.string(), definition: storedDefinitionSchema }),
  ),
})
export type AutomationCatalog = z.infer<typeof catalogSchema>
