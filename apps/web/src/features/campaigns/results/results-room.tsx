import { useSelector } from '@xstate/react'
import { Megaphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Clinic } from '../../../parts/campaigns/clinic.ts'
import { failureMessage, isRefused } from '../../../parts/failure-message.rules.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Failed, Note } from '../../../parts/state-notes.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { startResults } from './campaign-results.actors.ts'
import type { ResultsActor } from './campaign-results.machine.ts'
import { ResultsScreen } from './results-screen.tsx'
import { type CampaignQuestion, useCampaign } from './use-campaign.ts'

interface ResultsRoomProps {
  organization: Clinic
  campaignId: string
}

/** One campaign by its address: read, kept current, and acted on. */
export function ResultsRoom({ organization, campaignId }: ResultsRoomProps) {
  const api = useApi()
  const [actor, setActor] = useState<ResultsActor | null>(null)
  useEffect(() => {
    const started = startResults({ api, organizationId: organization._id, newId: () => crypto.randomUUID() })
    setActor(started)
    return () => void started.stop()
  }, [api, organization._id])
  return actor && <ResultsStates {...{ actor, organization, campaignId }} />
}

/** The page in each state of its machine. */
export function ResultsStates({ actor, organization, campaignId }: ResultsRoomProps & { actor: ResultsActor }) {
  const question = useCampaign(organization._id, campaignId)
  const { data, error, isError, isFetching } = question
  useEffect(() => {
    if (data !== undefined) actor.send({ type: 'told', campaign: data })
    // An id that no campaign can have is refused as not valid. One that is read again may be deleted since.
    const isGone = isRefused(error, 'not_found') || isRefused(error, 'not_valid')
    if (isError && !isFetching) actor.send({ type: 'unread', error, isGone })
  }, [actor, data, error, isError, isFetching])
  useResultsEvents(actor, question)

  const campaign = useSelector(actor, ({ context }) => context.campaign)
  const isShown = useSelector(actor, (state) => state.matches('shown'))
  const isGone = useSelector(actor, (state) => state.matches('gone'))
  if (isShown && campaign !== null) return <ResultsScreen {...{ actor, organization, campaign, question }} />
  return (
    <PageRoom>
      {isGone ? (
        <Note
          icon={Megaphone}
          title={campaign === null ? 'There is no such campaign' : 'This campaign was deleted'}
          detail={
            campaign === null
              ? `${organization.name} has no campaign at this address.`
              : 'The texts that it sent stay in the conversations.'
          }
        >
          <Link to="/campaigns" className={buttonLook('default', 'md')}>
            All campaigns
          </Link>
        </Note>
      ) : (
        <Unread actor={actor} question={question} />
      )}
    </PageRoom>
  )
}

function Unread({ actor, question }: { actor: ResultsActor; question: CampaignQuestion }) {
  const failed = useSelector(actor, (state) => (state.matches('failed') ? state.context.error : null))
  if (failed !== null && !isRefused(failed, 'not_allowed'))
    return <Failed what="The campaign" message={failureMessage(failed)} onRetry={() => actor.send({ type: 'again' })} />
  return (
    <QueryState query={question} what="The campaign" rows={6}>
      {() => null}
    </QueryState>
  )
}

function useResultsEvents(actor: ResultsActor, { refetch, put }: CampaignQuestion) {
  const navigate = useNavigate()
  useEffect(() => {
    const links = [
      actor.on('read', () => void refetch()),
      actor.on('answered', ({ epoch, campaign }) => put(epoch, campaign)),
      actor.on('copied', ({ campaignId }) => {
        notifySuccess('The copy is a draft')
        void navigate(`/campaigns/${campaignId}/edit`)
      }),
    ]
    return () => {
      for (const link of links) link.unsubscribe()
    }
  }, [actor, refetch, put, navigate])
}
