import { tryAtRandom } from './random-tries.ts'
import { callNames, callOf } from './requests.ts'

/** A separate file from the reads, because two workers halve the time. */
tryAtRandom(callNames.filter((name) => callOf(name).method !== 'GET'))
