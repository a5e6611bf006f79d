import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useApi } from '../../../parts/services.tsx'

interface CampaignChipProps {
  organizationId: string
  campaignId: string
  onRemove: () => void
}

/** Says above the list that it shows the answers to one campaign, and takes that filter away. */
export function CampaignChip({ organizationId, campaignId, onRemove }: CampaignChipProps) {
  const api = useApi()
  const { data, isFetching } = useQuery({
    queryKey: ['campaign', organizationId, campaignId],
    queryFn: async ({ signal }) => {
      const { data: read } = await api('campaign', { params: { id: campaignId }, query: { organizationId }, signal })
      return read.name
    },
    gcTime: 0,
  })
  const name = data ?? (isFetching ? 'a campaign' : 'a campaign that did not load')
  return (
    <div className="flex shrink-0 items-center border-b border-line px-4 py-1.5 md:px-3">
      <p className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-md border border-accent bg-selected pl-2 text-sm">
        <Megaphone aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
        <span className="min-w-0 truncate">
          Answers to <bdi className="font-medium">{name}</bdi>
        </span>
        <button
          type="button"
          aria-label={`Show all conversations, not only the answers to ${name}`}
          onClick={onRemove}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink pointer-coarse:size-11"
        >
          <X aria-hidden size={14} />
        </button>
      </p>
    </div>
  )
}
