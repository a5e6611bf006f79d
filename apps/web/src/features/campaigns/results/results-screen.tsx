import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { skipLabel } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import type { Clinic } from '../../../parts/campaigns/clinic.ts'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { StatesProgress } from '../../../parts/campaigns/states-bar.tsx'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { Section } from '../../../parts/page-sheet.tsx'
import { FailedReading, type Question } from '../../../parts/query-state.tsx'
import { useServices } from '../../../parts/services.tsx'
import { Link } from '../../../ui/link.tsx'
import { isUnready, launchRefusals } from '../refusals.rules.ts'
import { ActDialog } from './act-dialog.tsx'
import { BadBar } from './bad-bar.tsx'
import type { ResultsActor } from './campaign-results.machine.ts'
import { addressOf } from './campaign-results.rules.ts'
import { DaysSection } from './days-section.tsx'
import { Figures } from './figures.tsx'
import { PausedBar } from './paused-bar.tsx'
import { Recipients } from './recipients.tsx'
import { ResultsHead } from './results-head.tsx'

interface ResultsScreenProps {
  actor: ResultsActor
  organization: Clinic
  campaign: Campaign
  /** How it was read. */
  question: Question<Campaign>
}

/** The results of a campaign, kept current while it runs. */
export function ResultsScreen({ actor, organization, campaign, question }: ResultsScreenProps) {
  const { timezone } = organization
  const now = useNow(useServices().clock)
  const isDraft = campaign.status === 'draft'
  const isPaused = campaign.status === 'paused'
  const { error, wish } = useSelector(actor, ({ context }) => context)
  const isRefused = useSelector(actor, (state) => state.matches({ shown: 'refused' }))
  const refusal = isRefused ? failureMessage(error, launchRefusals(error)) : null
  // The bar of a campaign that paused itself as not ready says the cause, and how it goes on.
  const isOfPause = isPaused && campaign.pauseReason === 'not_ready' && wish === 'resume' && isUnready(error)
  const onReturn = useCallback(() => {
    if (isOfPause) actor.send({ type: 'close' })
  }, [actor, isOfPause])
  return (
    <PageRoom>
      <div className="max-w-260">
        <div className="md:-mx-4 md:-mt-4">
          <FailedReading query={question} what="The campaign" />
        </div>
        <ResultsHead {...{ actor, campaign, now, timezone }} organizationId={organization._id} />
        {refusal !== null && !isOfPause && <BadBar>{refusal}</BadBar>}
        {isPaused && <PausedBar {...{ campaign, onReturn }} refusal={isOfPause ? refusal : null} />}
        <div className="divide-y divide-line border-line bg-surface max-md:border-y md:rounded-lg md:border">
          {isDraft && campaign.states.total === 0 ? (
            <p className="px-4 py-8 text-sm text-muted md:px-5">
              Nothing was sent yet. The figures stand here once the campaign has begun.
            </p>
          ) : (
            <>
              <div className="space-y-5 px-4 py-5 md:px-5">
                <StatesProgress states={campaign.states} />
                <Figures campaign={campaign} />
              </div>
              <Reasons campaign={campaign} />
              <DaysSection {...{ campaign, now, timezone }} organizationId={organization._id} />
              <Recipients {...{ campaign, now, timezone }} organizationId={organization._id} />
            </>
          )}
        </div>
      </div>
      <ActDialog {...{ actor, campaign }} />
    </PageRoom>
  )
}

/** Why texts failed, and why patients were left out; each leads to its recipients. */
function Reasons({ campaign: { causes, skipped } }: Pick<ResultsScreenProps, 'campaign'>) {
  if (causes.length === 0 && skipped.length === 0) return null
  const link = 'text-sm underline-offset-2 outline-offset-2 hover:underline'
  return (
    <div className="grid gap-x-8 md:grid-cols-2">
      {causes.length > 0 && (
        <Section title="Why they failed">
          <ul aria-label="Causes" className="space-y-1">
            {causes.map(({ failureReason, count: number }) => (
              <li key={failureReason}>
                <Link to={addressOf({ state: 'failed', failureReason })} replace preventScrollReset className={link}>
                  <b className="num font-semibold">{countWords(number)}</b> {failureReason}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {skipped.length > 0 && (
        <Section title="Left out">
          <ul aria-label="Left out" className="space-y-1">
            {skipped.map(({ reason, count: number }) => (
              <li key={reason}>
                <Link to={addressOf({ reason })} replace preventScrollReset className={link}>
                  <b className="num font-semibold">{countWords(number)}</b> {skipLabel(reason)}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
