/** Records that a rule names and that are not there. */
import { type Definition, everyCondition } from './definition.rules.ts'
import { fieldOf } from './fields.rules.ts'
import { type Finding, type LintContext, type LintRecords, problem } from './finding.rules.ts'

type RecordKind = keyof LintRecords

const SENTENCES: Readonly<Record<RecordKind, string>> = {
  staff: 'This staff member is no more: choose another.',
  doctors: 'This doctor is no more: choose another.',
  campaigns: 'This campaign is no more: choose another.',
  flows: 'This chatbot is no more: choose another.',
  templates: 'This template is no more: choose another.',
}

export interface NamedRecord {
  readonly kind: RecordKind
  readonly id: string
  readonly path: string
}

/** The ids in a definition with their places. They are asked at the save, by the lint and when a step is done. */
export function recordsNamed(definition: Definition): readonly NamedRecord[] {
  const { trigger, actions } = definition
  const ofTrigger = trigger.kind === 'campaignReply' ? named('campaigns', trigger.campaignId, 'trigger.campaignId') : []
  const ofConditions = everyCondition(definition).flatMap(({ path, condition }) => {
    const source = fieldOf(condition.field)?.source
    if ((source !== 'staff' && source !== 'doctors') || condition.value === true) return []
    return [condition.value].flat().flatMap((id) => named(source, String(id), `${path}.value`))
  })
  return [...ofTrigger, ...ofConditions, ...actions.flatMap((action, index) => ofAction(action, `actions[${index}]`))]
}

export function recordFindings(definition: Definition, { records }: Pick<LintContext, 'records'>): Finding[] {
  if (records === null) return []
  const known: Readonly<Record<RecordKind, ReadonlySet<string>>> = {
    ...{ staff: new Set(records.staff), doctors: new Set(records.doctors), campaigns: new Set(records.campaigns) },
    ...{ flows: new Set(records.flows), templates: new Set(records.templates.map(({ id }) => id)) },
  }
  return recordsNamed(definition)
    .filter(({ kind, id }) => !known[kind].has(id))
    .map(({ kind, path }) => problem('unknown', path, SENTENCES[kind]))
}

function named(kind: RecordKind, id: string | null, path: string): NamedRecord[] {
  return id === null ? [] : [{ kind, id, path }]
}

function ofAction(action: Definition['actions'][number], path: string): NamedRecord[] {
  const staff = (ids: readonly string[] | null, own: string) =>
    (ids ?? []).flatMap((id, index) => named('staff', id, `${path}.${own}[${index}]`))
  switch (action.kind) {
    case 'sendSms':
    case 'sendEmail':
      return named('templates', action.templateId, `${path}.templateId`)
    case 'assignToStaff':
      return [...named('staff', action.user, `${path}.user`), ...staff(action.among, 'among')]
    case 'starConversation':
      return staff(action.users, 'users')
    case 'notifyStaff':
      return staff(action.users, 'users')
    case 'addNote':
      return staff(action.mentions, 'mentions')
    case 'startDrip':
      return named('campaigns', action.campaignId, `${path}.campaignId`)
    case 'handToChatbot':
      return named('flows', action.flowId, `${path}.flowId`)
    default:
      return []
  }
}
