import type { Part } from '../core.ts';
import { createLane } from '../create-lane.ts';
import type { Measuring } from '../lamppost.ts';
import { flatContext } from './flat-context.ts';

/** Performance metrics, kept until the server has them. */
export const measureMetrics: Part<Measuring> = (core) => {
  const lane = createLane(core, 'm', '/v1/performance/ingest');
  return {
    measure({ type, name, value, statusCode, isError, attributes }) {
      core.enqueue(
        lane,
        {
          metric_type: type,
          metric_name: name,
          value_ms: value,
          status_code: statusCode,
          is_error: isError,
          attributes,
        },
        flatContext(core),
      );
    },
  };
};
