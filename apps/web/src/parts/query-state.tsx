import { LockKeyhole, WifiOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { momentLabel } from '../lib/time-labels.rules.ts'
import { buttonLook } from '../ui/button-look.rules.ts'
import { Link } from '../ui/link.tsx'
import { failureMessage, isRefused } from './failure-message.rules.ts'
import { useActiveOrganization, useServices } from './services.tsx'
import { Failed, Loading, Note } from './state-notes.tsx'
import { useOffline } from './use-offline.ts'

/** The fields of a query that its states need; a live collection has them too. */
export interface Question<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
  /** When the data was read, if it is of an earlier reading in this tab. */
  readonly rememberedAt?: Date | null
}

interface QueryStateProps<Data> {
  query: Question<Data>
  /** "Your sessions" */
  what: string
  /** How many rows the skeleton has. */
  rows?: number
  /** Replaces the usual skeleton. */
  skeleton?: ReactNode
  /** Shown when there are no rows. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders a query's data once it is loaded. Before: loading, offline, failed, no permission or empty. */
export function QueryState<Data>({ query, what, rows, skeleton, empty, children }: QueryStateProps<Data>) {
  const { data, error, isError, isFetching, refetch } = query
  const offline = useOffline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when the connection is back
  useEffect(() => {
    if (!offline && isError && !isFetching) void refetch()
  }, [offline])

  if (isError && isRefused(error, 'not_allowed')) return <ForAdmins />
  const failed = isError && <FailedReading {...{ query, what }} />
  if (data !== undefined)
    return (
      <>
        {failed}
        {empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data)}
      </>
    )
  if (offline)
    return <Note icon={WifiOff} title="You are offline" detail={`${what} will be loaded when you are back.`} />
  return failed || (skeleton ?? <Loading what={what} rows={rows} />)
}

/** Why the last reading failed, and when what is shown below was read; nothing if it did not fail. */
export function FailedReading<Data>({ query, what }: Pick<QueryStateProps<Data>, 'query' | 'what'>) {
  const { error, isError, isFetching, refetch, rememberedAt = null } = query
  if (!isError) return null
  const failure = { what, message: failureMessage(error), busy: isFetching, onRetry: () => void refetch() }
  return rememberedAt === null ? <Failed {...failure} /> : <FailedSince {...failure} at={rememberedAt} />
}

/** The content below is of an earlier reading. */
function FailedSince({ at, message, ...failure }: ComponentProps<typeof Failed> & { at: Date }) {
  const { clock } = useServices()
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  return (
    <Failed {...failure} message={`${message} What follows was read at ${momentLabel(at, clock.now(), timezone)}.`} />
  )
}

/** [OPEN-044] Shown instead of content that the user's role does not allow. */
export function ForAdmins() {
  const organization = useActiveOrganization()
  return (
    <Note
      icon={LockKeyhole}
      title="This is for admins"
      detail={`You’re not an admin of ${organization?.name ?? 'this organization'}. Ask an admin if you need something here.`}
    >
      <Link to="/settings/profile" className={buttonLook('default', 'md')}>
        Go to your profile
      </Link>
    </Note>
  )
}
