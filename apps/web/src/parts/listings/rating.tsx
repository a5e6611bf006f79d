import { Star } from 'lucide-react'

interface RatingProps {
  /** Of one to five stars; null for none. */
  average: number | null
  /** "(212)", or the number of ratings in other words. */
  count: string
  none?: string
}

/** "4.7 ★ (212)": how people rate a place on Google. */
export function Rating({ average, count, none = 'No rating yet' }: RatingProps) {
  if (average === null) return none
  return (
    <>
      <b className="font-semibold text-ink">{average.toFixed(1)}</b>
      <Star aria-hidden size={14} className="fill-current text-muted" />
      {count}
    </>
  )
}
