/** The fields of automations in GraphQL. */
import * as calls from '@foyer/contracts/automations/calls.ts'
import {
  AUTOMATIONS_MAX,
  DEFINITION_BYTES_MAX,
  type Definition,
} from '@foyer/contracts/automations/definition.rules.ts'
import type { AutomationState } from '@foyer/contracts/automations/states.rules.ts'
import { extensionsOf, type GraphBuilder } from '../../http/graphql/builder.ts'

interface AutomationNode {
  readonly _id: string
  readonly organizationId: string
  readonly name: string
  readonly state: AutomationState
  readonly number: number | null
  readonly revision: number
  readonly changedAt: string
  /** The draft, or the newest version without one. */
  readonly definition: Definition
}

/** [OPEN-033] [OPEN-035] [OPEN-050] */
export function addAutomationFields(builder: GraphBuilder): void {
  const node = builder.objectRef<AutomationNode>('Automation').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      organizationId: t.exposeID('organizationId'),
      name: t.exposeString('name'),
      state: t.exposeString('state', { description: '`draft`, `on`, `off` or `stopped`.' }),
      number: t.exposeInt('number', { nullable: true, description: 'The newest version.' }),
      revision: t.exposeInt('revision'),
      trigger: t.field({ type: 'JSON', resolve: ({ definition }) => definition.trigger }),
      conditions: t.field({ type: ['JSON'], resolve: ({ definition }) => [...definition.conditions] }),
      actions: t.field({ type: ['JSON'], resolve: ({ definition }) => [...definition.actions] }),
      updatedAt: t.exposeString('changedAt'),
    }),
  })

  const input = builder.inputType('AutomationInput', {
    fields: (t) => ({
      _id: t.id({ description: 'Absent: a new automation.' }),
      name: t.string({ required: true }),
      trigger: t.field({ type: 'JSON', required: true }),
      conditions: t.field({ type: ['JSON'], required: true }),
      actions: t.field({ type: ['JSON'], required: true }),
      tell: t.idList(),
      expectedRevision: t.int(),
    }),
  })

  builder.queryField('automations', (t) =>
    t.field({
      ...{ type: [node], nullable: true, extensions: extensionsOf({ most: AUTOMATIONS_MAX }) },
      args: { organizationId: t.arg.id() },
      async resolve(_, { organizationId }, { perform, inOrganization }) {
        const { data } = await perform(calls.automations, {
          query: { ...inOrganization(organizationId), definitions: 'yes' },
        })
        return data.flatMap(({ definition, ...item }) => (definition ? [{ ...item, definition }] : []))
      },
    }),
  )

  builder.mutationField('saveAutomation', (t) =>
    t.field({
      // The rest of the request's variables is small.
      ...{ type: node, nullable: true, extensions: extensionsOf({ variableBytes: DEFINITION_BYTES_MAX + 1024 }) },
      args: { organizationId: t.arg.id(), automation: t.arg({ type: input, required: true }) },
      async resolve(_, { organizationId, automation }, { perform, inOrganization }) {
        const given = Object.entries(automation).filter(([, value]) => value !== null && value !== undefined)
        const body = { ...inOrganization(organizationId), ...Object.fromEntries(given) } as Parameters<
          typeof perform<typeof calls.saveAutomation>
        >[1]['body']
        const { data } = await perform(calls.saveAutomation, { body })
        const { trigger, conditions, actions } = automation
        return { ...data, definition: data.draft ?? ({ trigger, conditions, actions } as Definition) }
      },
    }),
  )

  builder.mutationField('deleteAutomation', (t) =>
    t.field({
      ...{ type: 'Boolean', nullable: true },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      async resolve(_, { organizationId, _id }, { perform, inOrganization }) {
        await perform(calls.removeAutomation, { body: { ...inOrganization(organizationId), _id } })
        return true
      },
    }),
  )
}
