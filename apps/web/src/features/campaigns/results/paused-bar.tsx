import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { BadBar } from './bad-bar.tsx'
import { notReadyWords } from './campaign-results.rules.ts'

interface PausedBarProps {
  campaign: Campaign
  /** The sentence of the last refusal to resume it, if it names the cause; else null. */
  refusal: string | null
  /** Somebody comes back to the window, so that what was refused before may be set right by now. */
  onReturn: () => void
}

/** Why a campaign paused itself; nothing where staff paused it. */
export function PausedBar({ campaign, ...rest }: PausedBarProps) {
  const { pauseReason } = campaign
  if (pauseReason === 'failures') return <PausedByFailures campaign={campaign} />
  return pauseReason === 'not_ready' ? <PausedAsNotReady {...{ campaign, ...rest }} /> : null
}

function PausedByFailures({ campaign: { causes, type } }: Pick<PausedBarProps, 'campaign'>) {
  const [commonest] = causes
  const what = type === 'SMS' ? 'texts' : 'emails'
  return (
    <BadBar>
      {`Too many ${what} failed, so the campaign paused itself.`}
      {commonest && ` The commonest cause: ${commonest.failureReason} (${countWords(commonest.count)})`}
    </BadBar>
  )
}

function PausedAsNotReady({ campaign, refusal, onReturn }: PausedBarProps) {
  const { problems, readAgain } = useProblems(campaign)
  useEffect(() => {
    if (refusal !== null) readAgain()
  }, [refusal, readAgain])
  // No event tells of the clinic’s settings, which another screen may change.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      onReturn()
      readAgain()
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [onReturn, readAgain])
  return <BadBar>{notReadyWords(problems, campaign.type, refusal)}</BadBar>
}

/** The problems that the campaign has now; null while they are not read. Events do not carry them. */
function useProblems({ _id: id, organizationId, revision }: Campaign) {
  const api = useApi()
  const { data, refetch } = useQuery({
    queryKey: ['campaignProblems', organizationId, id, revision],
    queryFn: async ({ signal }) =>
      (await api('campaign', { params: { id }, query: { organizationId }, signal })).data.problems,
    gcTime: 0,
  })
  const readAgain = useCallback(() => void refetch(), [refetch])
  return { problems: data ?? null, readAgain }
}
