/** The fields of the caller and of the caller's organizations in GraphQL. */
import type { Membership } from '@foyer/contracts/organization.ts'
import * as account from '@foyer/contracts/session/account-calls.ts'
import * as session from '@foyer/contracts/session/calls.ts'
import { extensionsOf, type GraphBuilder, type GraphContext } from '../../http/graphql/builder.ts'

const ORGANIZATIONS_MAX = 100

type Me = Pick<account.Account, '_id' | 'name' | 'email'>

/** [OPEN-035] [OPEN-050] */
export function addSessionFields(builder: GraphBuilder): void {
  const me = builder.objectRef<Me>('Me').implement({
    fields: (t) => ({ _id: t.exposeID('_id'), name: t.exposeString('name'), email: t.exposeString('email') }),
  })
  const organization = builder.objectRef<Membership>('Organization').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      name: t.exposeString('name'),
      type: t.exposeString('type'),
      timezone: t.exposeString('timezone', { description: 'An IANA name.' }),
      role: t.exposeString('role', { description: "The caller's role there." }),
    }),
  })

  builder.queryField('me', (t) =>
    t.field({
      ...{ type: me, nullable: true },
      resolve: async (_, __, { perform }) => (await perform(account.account, {})).data,
    }),
  )
  builder.queryField('organizations', (t) =>
    t.field({
      ...{ type: [organization], nullable: true, extensions: extensionsOf({ most: ORGANIZATIONS_MAX }) },
      description: 'Those that the caller is a member of.',
      resolve: (_, __, context) => organizationsOf(context),
    }),
  )
  builder.queryField('organization', (t) =>
    t.field({
      ...{ type: organization, nullable: true, description: 'Null for an absent and a foreign one alike.' },
      args: { _id: t.arg.id({ required: true }) },
      resolve: async (_, { _id }, context) => (await organizationsOf(context)).find((one) => one._id === _id) ?? null,
    }),
  )
}

async function organizationsOf({ perform }: GraphContext): Promise<Membership[]> {
  return (await perform(session.validateLogin, {})).data.organizations
}
