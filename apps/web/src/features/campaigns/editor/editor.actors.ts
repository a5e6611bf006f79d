/** The calls of the campaign editor. */
import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { createActor, fromPromise } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import type { Api } from '../../../api/client.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { type CampaignEditorActor, campaignEditorMachine } from './campaign-editor.machine.ts'
import { bodyOf, type CountBody, withRest } from './draft.rules.ts'
import { AbsentCampaign, type KeepRequest, type LaunchRequest, NewerCampaign, OtherCount } from './editor-memory.ts'

interface EditorDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly timezone: string
  readonly now: () => Date
  readonly newId: () => string
  readonly isNew: boolean
}

export function startEditor(parts: EditorDependencies): CampaignEditorActor {
  const { api, organizationId, timezone, now, newId, isNew } = parts
  /** It is there, though its time could not be saved yet. */
  let added: CampaignDetail | null = null
  const keepAdded = async (request: KeepRequest) => {
    const saved = request.saved ?? added
    try {
      const kept = await keep(parts, { ...request, saved }, (campaign) => {
        added = campaign
      })
      added = null
      return kept
    } catch (error) {
      if (error instanceof AbsentCampaign) added = null
      throw error
    }
  }
  const machine = campaignEditorMachine.provide({
    actors: {
      keep: fromPromise<CampaignDetail, KeepRequest>(({ input }) => keepAdded(input)),
      count: fromPromise<CountedAudience, CountBody>(async ({ input, signal }) => {
        const { data } = await api('campaignAudience', { body: { organizationId, ...input }, signal })
        return data
      }),
      launch: fromPromise<Campaign, LaunchRequest>(async ({ input: { id, revision, expect, key } }) => {
        const asked = { params: { id }, body: { organizationId, revision, expect }, idempotencyKey: key }
        return await orStale(async () => (await api('launchCampaign', asked)).data)
      }),
    },
  })
  return createActor(machine, { input: { newId, here: () => ({ now: now(), timezone }), isNew } }).start()
}

/** A call that adds a campaign with a time launches it at once, so a draft gets its time by a change. */
async function keep(
  parts: EditorDependencies,
  { draft, saved, lost, key }: KeepRequest,
  onAdded: (campaign: CampaignDetail) => void,
): Promise<CampaignDetail> {
  const { api, organizationId, timezone } = parts
  const body = bodyOf(draft, timezone, saved?.status)
  let kept = saved
  if (kept === null) {
    const { scheduledAt, ...others } = body
    const asked = { organizationId, ...withRest(others, lost), name: draft.name.trim(), type: draft.type }
    kept = (await api('addCampaign', { body: asked, idempotencyKey: key })).data
    onAdded(kept)
    if (!scheduledAt) return kept
  }
  const known = kept
  const { _id: id, revision, status } = known
  return await orStale(async () => {
    const asked = { params: { id }, body: { organizationId, revision, status, ...body } }
    try {
      return (await api('saveCampaign', asked)).data
    } catch (error) {
      // A patient or an import of its audience may be what is not there.
      if (isRefused(error, 'not_found') && !(await isThere(parts, id))) throw new AbsentCampaign(known)
      throw error
    }
  })
}

async function isThere({ api, organizationId }: EditorDependencies, id: string): Promise<boolean> {
  try {
    await api('campaign', { params: { id }, query: { organizationId } })
    return true
  } catch (error) {
    if (isRefused(error, 'not_found')) return false
    throw error
  }
}

async function orStale<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof CallError && isRefused(error, 'stale'))) throw error
    const told = error.data as { willGet?: number } | Campaign
    if ('_id' in told) throw new NewerCampaign(told)
    throw told.willGet === undefined ? error : new OtherCount(told.willGet)
  }
}
