import type { CreatePlugin } from '../core.ts';
import type { Measuring } from '../lamppost.ts';
import { flatContext } from './flat-context.ts';

/** Performance metrics, kept until the server has them. */
export const measureMetrics: CreatePlugin<Measuring> = (core) => {
  core.addQueue('metrics', '/v1/performance/ingest');
  return {
    methods: {
      measure({ type, name, value, statusCode, isError, attributes }) {
        const metric = {
          metric_type: type,
          metric_name: name,
          value_ms: value,
          status_code: statusCode,
          is_error: isError,
          attributes,
        };
        core.enqueue('metrics', metric, { about: flatContext(core) });
      },
    },
  };
};
