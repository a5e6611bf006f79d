import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { notReadyWords } from './campaign-results.rules.ts'

/** Why a campaign paused itself; nothing where staff paused it. */
export function PausedBar({ campaign }: { campaign: Campaign }) {
  const { pauseReason } = campaign
  if (pauseReason === 'failures') return <PausedByFailures campaign={campaign} />
  return pauseReason === 'not_ready' ? <PausedAsNotReady campaign={campaign} /> : null
}

function PausedByFailures({ campaign: { causes, type } }: { campaign: Campaign }) {
  const [commonest] = causes
  const what = type === 'SMS' ? 'texts' : 'emails'
  return (
    <Bar>
      {`Too many ${what} failed, so the campaign paused itself.`}
      {commonest && ` The commonest cause: ${commonest.failureReason} (${countWords(commonest.count)})`}
    </Bar>
  )
}

function PausedAsNotReady({ campaign }: { campaign: Campaign }) {
  return <Bar>{notReadyWords(useProblems(campaign), campaign.type)}</Bar>
}

/** The problems that the campaign has now; null while they are not read. Events do not carry them. */
function useProblems({ _id: id, organizationId, revision }: Campaign) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['campaignProblems', organizationId, id, revision],
    queryFn: async ({ signal }) =>
      (await api('campaign', { params: { id }, query: { organizationId }, signal })).data.problems,
    gcTime: 0,
  })
  return data ?? null
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mb-4 overflow-hidden md:rounded-md">
      <Banner kind="bad" icon={CircleAlert}>
        {children}
      </Banner>
    </div>
  )
}
