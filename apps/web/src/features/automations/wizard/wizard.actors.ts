/** The calls of the automation wizard. */

import type { Automation } from '@foyer/contracts/automations/automation.ts'
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { Finding } from '@foyer/contracts/automations/finding.rules.ts'
import { proposedName } from '@foyer/contracts/automations/sentence.rules.ts'
import { subjectsOf } from '@foyer/contracts/automations/triggers.rules.ts'
import { createActor, fromPromise } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import type { Api } from '../../../api/client.ts'
import type { AskGraphql } from '../../../api/graphql.ts'
import { keysFor } from '../../../api/idempotency-keys.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { type Add, adderOf } from './add-automation.actors.ts'
import { type AutomationWizardActor, automationWizardMachine } from './automation-wizard.machine.ts'
import { firstDay, spread } from './example-visit.rules.ts'
import {
  type Editable,
  editableOf,
  type KeepRequest,
  NewerAutomation,
  NotReady,
  type PublishRequest,
  RemovedAutomation,
  type Tried,
  type TryRequest,
  type WizardInput,
} from './wizard-memory.ts'

interface Server {
  readonly api: Api
  readonly graphql: AskGraphql
  readonly organizationId: string
  /** The day in the organization's zone, YYYY-MM-DD. */
  readonly today: () => string
}

type WizardDependencies = WizardInput & Server

export function startWizard(parts: WizardDependencies): AutomationWizardActor {
  const { api, graphql, organizationId, today, ...input } = parts
  const server = { api, graphql, organizationId, today }
  const withKey = keysFor<string>(input.newId)
  const keeping = { ...server, add: adderOf(graphql), newId: input.newId }
  const machine = automationWizardMachine.provide({
    actors: {
      keep: fromPromise<Editable, KeepRequest>(({ input: asked }) => keep(keeping, asked)),
      tryOut: fromPromise<Tried, TryRequest>(({ input: asked, signal }) => tryOut(server, asked, signal)),
      publish: fromPromise<Automation, PublishRequest>(({ input: asked }) => publish(server, asked, withKey)),
    },
  })
  return createActor(machine, { input }).start()
}

interface Keeping extends Pick<Server, 'api' | 'organizationId'> {
  readonly add: Add
  readonly newId: () => string
}

async function keep(
  { api, organizationId, add, newId }: Keeping,
  { written, automation, key }: KeepRequest,
): Promise<Editable> {
  const { trigger, conditions, actions, name, tell } = written
  // Only whole definitions are saved.
  const definition = { trigger, conditions, actions } as Definition
  const saved = { ...definition, name: name?.trim() || proposedName(definition), tell: [...tell] }
  const saveOver = async ({ _id, revision }: Pick<Automation, '_id' | 'revision'>, idempotencyKey: string) => {
    const body = { organizationId, _id, expectedRevision: revision, ...saved }
    const { data } = await refusalsOf(() => api('saveAutomation', { body, idempotencyKey }))
    return editableOf(data, definition)
  }
  if (automation !== null) return saveOver(automation, key)
  const { automationId, isFormer } = await add({ organizationId, ...saved, key })
  const { data } = await api('automation', { query: { organizationId, automationId } })
  return isFormer ? saveOver(data, newId()) : editableOf(data, definition)
}

/** The key belongs to the draft's revision, so that a second try after a lost answer is told of the version of the first. */
async function publish(
  { api, organizationId }: Server,
  { id, revision, why, waiting }: PublishRequest,
  withKey: ReturnType<typeof keysFor<string>>,
): Promise<Automation> {
  const body = { organizationId, _id: id, expectedRevision: revision, why, waiting }
  const act = (idempotencyKey: string) => api('publishAutomation', { body, idempotencyKey })
  return (await refusalsOf(() => withKey(JSON.stringify(body), act))).data
}

async function refusalsOf<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isRefused(error, 'stale')) throw new NewerAutomation(editableOf(error.data as Parameters<typeof editableOf>[0]))
    if (isRefused(error, 'not_found')) throw new RemovedAutomation(error.message)
    if (isRefused(error, 'not_ready') && Array.isArray(error.data)) throw new NotReady(error.data as readonly Finding[])
    throw error
  }
}

async function tryOut(server: Server, { definition, automationId }: TryRequest, signal: AbortSignal): Promise<Tried> {
  const { api, organizationId } = server
  const known = automationId === null ? {} : { _id: automationId }
  const [{ data: findings }, example] = await Promise.all([
    api('lintAutomation', { body: { organizationId, ...known, ...definition }, signal }),
    exampleOf(server, definition, signal),
  ])
  return { findings, example }
}

/** So many of the next visits are looked through for those that fit. */
const VISITS = 50
const TOO_OFTEN = 429

/**
 * The definition on the newest conversation, or on one of the next visits that fit. The findings are shown without an
 * example too.
 */
async function exampleOf(server: Server, definition: Definition, signal: AbortSignal): Promise<Tried['example']> {
  const { api, organizationId } = server
  let best: Tried['example'] = null
  try {
    for (const { patientName, ...about } of await subjectsFor(server, definition, signal)) {
      const { data: walk } = await api('tryAutomation', { body: { organizationId, ...definition, ...about }, signal })
      const example = { patientName, walk }
      if (walk.state === 'done') return example
      if (best === null || (best.walk.state === null && walk.state !== null)) best = example
    }
    return best
  } catch (error) {
    if (error instanceof CallError && error.status < 500 && error.status !== TOO_OFTEN) return best
    throw error
  }
}

interface Subject {
  readonly appointmentId?: string
  readonly conversationId?: string
  readonly text?: string
  readonly patientName: string | null
}

async function subjectsFor(server: Server, definition: Definition, signal: AbortSignal): Promise<readonly Subject[]> {
  const { api, organizationId, today } = server
  const { trigger } = definition
  const { has } = subjectsOf(trigger)
  if (has.includes('visit')) {
    const [sort, query] = [
      JSON.stringify({ appointmentDate: 1 }),
      JSON.stringify({ dateFrom: firstDay(trigger, today()) }),
    ]
    const { data } = await api('appointmentList', { query: { skip: 0, limit: VISITS, sort, query }, signal })
    const tried = spread(data.list, definition)
    return tried.map(({ _id, patientName }) => ({ appointmentId: _id, patientName: patientName || null }))
  }
  if (!has.includes('conversation')) return []
  const { data } = await api('conversations', { query: { organizationId, limit: 1 }, signal })
  const words = trigger.kind === 'inboundMessage' ? trigger.words?.[0] : undefined
  return data.map(({ id, patientId, name }) => ({
    ...{ conversationId: id, patientName: patientId && name },
    ...(words !== undefined && { text: words }),
  }))
}
