import { CircleAlert, LockKeyhole, type LucideIcon, RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useActiveOrganization } from '../../parts/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { failureWords, isRefused } from './failure-words.rules.ts'
import { SettingsPage } from './page-parts.tsx'
import { useOffline } from './use-offline.ts'

/** As much of a question as its states need. */
interface Question<Data> {
  data: Data | undefined
  error: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
}

interface AskedProps<Data> {
  query: Question<Data>
  /** "Your sessions" */
  what: string
  rows?: number
  children: (data: Data) => ReactNode
}

/** What was asked for, once it is there; until then, and where it does not come, what one should know. */
export function Asked<Data>({ query, what, rows = 3, children }: AskedProps<Data>) {
  const { data, error, isError, isFetching, refetch } = query
  const offline = useOffline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the connection is back
  useEffect(() => {
    if (!offline && isError && !isFetching) void refetch()
  }, [offline])

  if (isError && isRefused(error, 'not_allowed')) return <NotYours />
  if (data !== undefined)
    return (
      <>
        {isError && <Failed what={what} words={failureWords(error)} busy={isFetching} onRetry={() => void refetch()} />}
        {children(data)}
      </>
    )
  if (offline)
    return <Note icon={WifiOff} title="You are offline" detail={`${what} will be loaded when you are back.`} />
  if (isError)
    return <Failed what={what} words={failureWords(error)} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <Skeleton label={`Loading: ${what}`}>
      <div className="space-y-5 px-4 py-5 md:px-5">
        {Array.from({ length: rows }, (_, place) => (
          <div key={place} className="space-y-2">
            <SkeletonBar className="h-3.5 w-2/5" />
            <SkeletonBar className="h-3 w-4/5" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

interface FailedProps {
  what: string
  words: string
  busy: boolean
  onRetry: () => void
}

function Failed({ what, words, busy, onRetry }: FailedProps) {
  return (
    <div role="alert" className="m-4 rounded-lg border border-bad-line bg-bad px-3 py-2.5 text-sm md:m-5">
      <p className="flex items-center gap-1.5 font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        {`${what} did not load`}
      </p>
      <p className="mt-0.5 wrap-anywhere">{words}</p>
      <Button size="sm" icon={RotateCw} busy={busy} onClick={onRetry} className="mt-2">
        Load again
      </Button>
    </div>
  )
}

interface NoteProps {
  icon: LucideIcon
  title: string
  detail: string
  children?: ReactNode
}

/** Where something would stand, and there is nothing: why, and what comes here. */
export function Note({ icon: Icon, title, detail, children }: NoteProps) {
  return (
    <div role="status" className="px-6 py-10 text-center">
      <Icon aria-hidden size={26} strokeWidth={1.5} className="mx-auto text-muted" />
      <p className="mt-3 text-md font-semibold tracking-tight wrap-anywhere">{title}</p>
      <p className="mx-auto mt-1 max-w-100 text-sm wrap-anywhere text-muted">{detail}</p>
      {children}
    </div>
  )
}

function NotYours() {
  const organization = useActiveOrganization()
  return (
    <Note
      icon={LockKeyhole}
      title="This is for admins"
      detail={`You are no admin of ${organization?.name ?? 'this organization'}. Ask one of its admins for what you need.`}
    >
      <p className="mt-4">
        <Link to="/settings/profile" className={buttonLook('default', 'md')}>
          Go to your profile
        </Link>
      </p>
    </Note>
  )
}

interface AdminsOnlyProps {
  title: string
  children: (organization: { _id: string; name: string; timezone: string }) => ReactNode
}

/** [OPEN-044] A page that is there for everybody, and whose content is not. */
export function AdminsOnly({ title, children }: AdminsOnlyProps) {
  const organization = useActiveOrganization()
  if (organization?.role === 'admin') return children(organization)
  return (
    <SettingsPage title={title}>
      <NotYours />
    </SettingsPage>
  )
}
