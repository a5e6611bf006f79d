import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { campaignList } from '@foyer/contracts/campaign/collections.rules.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { useServices } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import type { CampaignEditorActor } from './campaign-editor.machine.ts'
import { startEditor } from './editor.actors.ts'

/** The editors of campaigns that were just added, by id: the page at their new address goes on with them. */
const handedOver = new Map<string, CampaignEditorActor>()

interface EditorPlace {
  readonly organizationId: string
  readonly timezone: string
  /** Null for a campaign that is not there yet. */
  readonly id: string | null
}

/** Starts the editor; null until it has started. */
export function useEditor({ organizationId, timezone, id }: EditorPlace): CampaignEditorActor | null {
  const { api, clock } = useServices()
  const [actor, setActor] = useState<CampaignEditorActor | null>(null)
  useEffect(() => {
    const handed = id === null ? undefined : handedOver.get(id)
    if (id !== null) handedOver.delete(id)
    const newId = () => crypto.randomUUID()
    const started =
      handed ?? startEditor({ api, organizationId, timezone, now: () => clock.now(), newId, isNew: id === null })
    setActor(started)
    return () => {
      if (![...handedOver.values()].includes(started)) started.stop()
    }
  }, [api, clock, organizationId, timezone, id])
  return actor
}

/** After the first save the address names the campaign. */
export function useAddress(actor: CampaignEditorActor, id: string | null): void {
  const navigate = useNavigate()
  const savedId = useSelector(actor, ({ context }) => context.saved?._id)
  const isLaunched = useSelector(actor, (state) => state.matches('launched'))
  useEffect(() => {
    if (savedId === undefined) return
    if (isLaunched) {
      // The page at its new address may not have taken it over yet. A later visit to the editor begins anew.
      handedOver.delete(savedId)
      void navigate(`/campaigns/${savedId}`, { replace: true })
    } else if (savedId !== id) {
      handedOver.set(savedId, actor)
      void navigate(`/campaigns/${savedId}/edit`, { replace: true })
    }
  }, [navigate, actor, savedId, id, isLaunched])
}

/** Reads a campaign, follows its events, and tells the editor. Returns how to read it again. */
export function useFollow(actor: CampaignEditorActor, organizationId: string, id: string) {
  const { api } = useServices()
  const { data, error, isError, isFetching, refetch } = useLiveCollection<CampaignDetail>({
    id: `campaign ${id} to edit`,
    organizationId,
    collection: {
      key: ({ _id }) => _id,
      order: () => 0,
      select: (event) =>
        campaignList.select(event).flatMap((told) => (told._id === id ? [{ ...told, problems: [] }] : [])),
    },
    read: async (_, signal) => {
      const answer = await api('campaign', { params: { id }, query: { organizationId }, signal })
      return { items: [answer.data], cursor: null, epoch: answer.epoch, seq: answer.asOf, tally: undefined }
    },
  })
  const campaign = data?.[0]
  useEffect(() => {
    if (campaign) actor.send({ type: 'told', campaign })
  }, [actor, campaign])
  useEffect(() => {
    if (!isError) return
    // An id that no campaign can have is refused as not valid.
    const isAbsent = isRefused(error, 'not_found') || isRefused(error, 'not_valid')
    actor.send(isAbsent ? { type: 'absent' } : { type: 'unreadable', error })
  }, [actor, isError, error])
  return { isFetching, refetch }
}
