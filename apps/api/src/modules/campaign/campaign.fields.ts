/** The fields of campaigns in GraphQL. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import * as calls from '@foyer/contracts/campaign/campaign-calls.ts'
import { absentAsNull } from '../../http/graphql/absent.ts'
import { extensionsOf, type GraphBuilder } from '../../http/graphql/builder.ts'
import { given, pageArgs } from '../../http/graphql/list-arguments.ts'

const CAMPAIGNS_MAX = 100

/** [OPEN-035] [OPEN-050] */
export function addCampaignFields(builder: GraphBuilder): void {
  const campaign = builder.objectRef<Campaign>('Campaign').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      organizationId: t.exposeID('organizationId'),
      name: t.exposeString('name'),
      kind: t.exposeString('kind', { description: '`once` or `recurring`.' }),
      type: t.exposeString('type'),
      status: t.exposeString('status'),
      revision: t.exposeInt('revision'),
      scheduledAt: t.exposeString('scheduledAt', { nullable: true }),
      savedAt: t.exposeString('savedAt'),
    }),
  })

  builder.queryField('campaigns', (t) =>
    t.field({
      ...{ type: [campaign], nullable: true, extensions: extensionsOf({ most: CAMPAIGNS_MAX }) },
      description: 'The newest first.',
      args: pageArgs(t),
      async resolve(_, { organizationId, ...asked }, { perform, inOrganization }) {
        const query = { ...inOrganization(organizationId), ...given(asked) }
        return (await perform(calls.campaigns, { query })).data
      },
    }),
  )

  builder.queryField('campaign', (t) =>
    t.field({
      ...{ type: campaign, nullable: true, description: 'Null for an absent and a foreign one alike.' },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      resolve: (_, { organizationId, _id: id }, { perform, inOrganization }) =>
        absentAsNull(
          async () => (await perform(calls.campaign, { params: { id }, query: inOrganization(organizationId) })).data,
        ),
    }),
  )
}
