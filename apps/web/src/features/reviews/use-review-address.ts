import { useSearchParams } from 'react-router'
import { usePhone } from '../../lib/use-phone.ts'

export interface ReviewAddress {
  readonly openKey: string | null
  readonly open: (key: string) => void
  readonly close: () => void
}

/** The open review is in the address. On a phone it is a page of its own, so that going back leads to the list. */
export function useReviewAddress(): ReviewAddress {
  const [params, setParams] = useSearchParams()
  const isPhone = usePhone()
  const set = (key: string | null, replace: boolean) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (key === null) after.delete('review')
        else after.set('review', key)
        return after
      },
      { replace },
    )
  const openKey = params.get('review')
  return {
    openKey,
    open: (key) => set(key, !isPhone || openKey !== null),
    close: () => set(null, true),
  }
}
