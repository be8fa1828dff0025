import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/** The names of the specification for OTEL_TRACES_SAMPLER. */
export type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio';

/** Decides which traces are recorded. `parentbased_…`: as the caller of a request has decided, if it has. */
export function createSampler({ sampler, ratio }: { sampler: SamplerName; ratio: number }): Sampler {
  const ofRoot = sampler.replace('parentbased_', '');
  const root = createRootSampler(ofRoot, ratio);
  return ofRoot === sampler ? root : new ParentBasedSampler({ root });
}

function createRootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  return name === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}
