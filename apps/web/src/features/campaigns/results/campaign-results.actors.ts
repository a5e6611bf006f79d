/** The calls of the results machine. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../../api/client.ts'
import { keysFor } from '../../../api/idempotency-keys.ts'
import {
  type ActAnswer,
  type ActRequest,
  campaignResultsMachine,
  type ResultsActor,
} from './campaign-results.machine.ts'

interface ResultsDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly newId: () => string
}

export function startResults({ api, organizationId, newId }: ResultsDependencies): ResultsActor {
  const withKey = keysFor<string>(newId)
  const machine = campaignResultsMachine.provide({
    actors: {
      act: fromPromise<ActAnswer, ActRequest>(async ({ input: { campaignId, wish } }) => {
        const asked = { params: { id: campaignId }, body: { organizationId } }
        const told = ({ epoch, data }: { epoch: string; data: Campaign }) => ({ epoch, campaign: data })
        switch (wish) {
          case 'pause':
            return told(await api('pauseCampaign', asked))
          case 'resume':
            return told(await api('resumeCampaign', asked))
          case 'unschedule':
            return told(await api('unscheduleCampaign', asked))
          case 'stop':
            return told(await api('stopCampaign', asked))
          case 'copy':
            return told(
              await withKey(campaignId, (idempotencyKey) => api('copyCampaign', { ...asked, idempotencyKey })),
            )
          case 'delete':
            await api('deleteCampaign', { params: { id: campaignId } })
            return { epoch: '', campaign: null }
        }
      }),
    },
  })
  return createActor(machine).start()
}
