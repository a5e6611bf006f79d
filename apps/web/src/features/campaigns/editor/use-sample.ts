import type { CountedAudience, SampledPatient } from '@foyer/contracts/campaign/launch-calls.ts'
import { useState } from 'react'
import { useApi } from '../../../parts/services.tsx'
import type { CountBody } from './draft.rules.ts'

export interface Sample {
  /** Undefined while nobody gets it, or nothing was counted. */
  readonly patient: SampledPatient | undefined
  /** From 0 on. */
  readonly place: number
  readonly total: number
  readonly isLoading: boolean
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

interface Pages {
  readonly of: CountedAudience | null
  readonly more: readonly SampledPatient[]
  readonly cursor: string | null
  readonly place: number
}

/** Pages through those who get the campaign; another count begins anew. */
export function useSample(organizationId: string, counted: CountedAudience | null, body: CountBody | null): Sample {
  const api = useApi()
  const begin = (place: number): Pages => ({ of: counted, more: [], cursor: counted?.cursor ?? null, place })
  const [kept, setKept] = useState<Pages>(() => begin(0))
  const [isLoading, setIsLoading] = useState(false)
  // The same patient stays in sight while the words change.
  const first = counted?.sample.length ?? 0
  const pages = kept.of === counted ? kept : begin(Math.min(kept.place, Math.max(first - 1, 0)))
  if (pages !== kept) setKept(pages)
  const all = [...(counted?.sample ?? []), ...pages.more]
  const { place, cursor } = pages

  async function readOn() {
    if (body === null || cursor === null || isLoading) return
    setIsLoading(true)
    try {
      const { data } = await api('campaignAudience', { body: { organizationId, ...body, cursor } })
      setKept((before) =>
        before.of === pages.of
          ? { ...before, more: [...before.more, ...data.sample], cursor: data.cursor, place: before.place + 1 }
          : before,
      )
    } finally {
      setIsLoading(false)
    }
  }
  const hasNext = place < all.length - 1
  return {
    patient: all[place],
    ...{ place, isLoading, total: counted?.willGet ?? 0 },
    previous: place > 0 ? () => setKept({ ...pages, place: place - 1 }) : undefined,
    next: hasNext
      ? () => setKept({ ...pages, place: place + 1 })
      : cursor !== null && body !== null
        ? () => void readOn().catch(() => undefined)
        : undefined,
  }
}
