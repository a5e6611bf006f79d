import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useApi } from '../../parts/services.tsx'
import { Failed, Loading } from '../../parts/state-notes.tsx'
import { hasLoaded, sandboxOf } from './frame.rules.ts'

const SILENCE_MS = 15_000

interface BiScreenProps {
  organizationId: string
  id: string
}

/** [CALL-MAIN-14] A dashboard of the BI service. Its address works once, so it is asked for right before the frame opens. */
export function BiScreen({ organizationId, id }: BiScreenProps) {
  const api = useApi()
  const address = useQuery({
    queryKey: ['biDashboard', organizationId, id],
    queryFn: async ({ signal }) => (await api('biDashboard', { params: { id }, signal })).data,
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
  return (
    <PageRoom>
      <PageSheet title={address.data?.title ?? 'BI dashboard'} wide>
        <QueryState query={address} what="The BI dashboard" rows={8}>
          {({ url, title }) => (
            <Frame key={url} {...{ url, title }} busy={address.isFetching} onRetry={() => void address.refetch()} />
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}

interface FrameProps {
  url: string
  title: string
  busy: boolean
  onRetry: () => void
}

function Frame({ url, title, busy, onRetry }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'opening' | 'shown' | 'silent'>('opening')
  useEffect(() => {
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return
      if (hasLoaded({ data, origin }, { url, own: window.location.origin })) setState('shown')
    }
    window.addEventListener('message', hear)
    const timer = setTimeout(() => setState((now) => (now === 'opening' ? 'silent' : now)), SILENCE_MS)
    return () => {
      window.removeEventListener('message', hear)
      clearTimeout(timer)
    }
  }, [url])
  return (
    <div className="relative">
      {state === 'silent' && (
        <Failed
          what="The BI dashboard"
          message="The BI service has not answered."
          again="Try again"
          {...{ busy, onRetry }}
        />
      )}
      {state === 'opening' && <Loading what="The BI dashboard" rows={8} />}
      <iframe
        ref={frame}
        src={url}
        title={title}
        sandbox={sandboxOf(url, window.location.origin)}
        referrerPolicy="no-referrer"
        className={state === 'shown' ? 'block h-[75dvh] w-full bg-white' : 'sr-only'}
      />
    </div>
  )
}
