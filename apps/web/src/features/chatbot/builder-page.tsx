import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useParams } from 'react-router'
import { failureMessage, isRefused } from '../../parts/failure-message.rules.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization, useApi } from '../../parts/services.tsx'
import { Failed, Loading, Note } from '../../parts/state-notes.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { type BuilderOrganization, BuilderRoom } from './builder-room.tsx'

/** [DESIGN-10] A chatbot in the builder. */
export function Component() {
  const organization = useActiveOrganization()
  const { flowId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <BuilderStates key={`${organization._id} ${flowId}`} {...{ organization, flowId }} />
      </Queries>
    )
  )
}

/** The builder, or why there is none. */
function BuilderStates({ organization, flowId }: { organization: BuilderOrganization; flowId: string }) {
  const api = useApi()
  const offline = useOffline()
  const { _id: organizationId } = organization
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['chatbot', organizationId, flowId],
    queryFn: async ({ signal }) =>
      (await api('chatbotFlow', { params: { flowId }, query: { organizationId }, signal })).data,
    // Changes come by the stream, and must not replace what is edited.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  })
  if (data !== undefined) return <BuilderRoom {...{ organization }} flow={data} />
  return (
    <PageRoom>
      {isError && (isRefused(error, 'not_found') || isRefused(error, 'not_valid')) ? (
        <Note
          icon={Bot}
          title="This chatbot can’t be found"
          detail={`It may have been deleted, or it may belong to an organization other than ${organization.name}.`}
        >
          <Link to="/chatbot" className={buttonLook('default', 'md')}>
            All chatbots
          </Link>
        </Note>
      ) : isError ? (
        <Failed
          what="The chatbot"
          message={failureMessage(error)}
          busy={isFetching}
          again="Try again"
          onRetry={() => void refetch()}
        />
      ) : offline ? (
        <Note title="You are offline" detail="The chatbot will be loaded when you are back." />
      ) : (
        <Loading what="The chatbot" rows={6} />
      )}
    </PageRoom>
  )
}
