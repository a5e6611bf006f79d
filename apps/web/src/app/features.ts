import type { Feature } from '../parts/feature.ts'
import * as list from './feature-list.ts'

/** Every feature that has screens, in the order of the rail; then those that the rail does not lead to. */
export const features: readonly Feature[] = Object.values<Feature>(list).sort(
  (one, other) => orderOf(one) - orderOf(other),
)

function orderOf({ navigation }: Feature): number {
  return navigation?.order ?? 1000
}

export const navigation = features.flatMap(({ navigation }) => navigation ?? [])
export const railItems = features
  .flatMap(({ navigation, views = [] }) => [navigation ?? [], views].flat())
  .sort((one, other) => one.order - other.order)
