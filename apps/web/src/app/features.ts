import type { Feature } from '../parts/feature.ts'
import * as list from './feature-list.ts'

/** Every feature that has screens, in the order of the rail. */
export const features: readonly Feature[] = Object.values(list).sort(
  (one, other) => one.navigation.order - other.navigation.order,
)

export const navigation = features.map(({ navigation }) => navigation)
export const railItems = features
  .flatMap(({ navigation, views = [] }) => [navigation, ...views])
  .sort((one, other) => one.order - other.order)
