import { parentPort } from 'node:worker_threads';
import { failPointValue } from '../../../telemetry/fail-points.ts';
import { groupedReport } from '../grouping/grouped-report.ts';
import { readReport, readReportJson } from '../report/read-report.ts';
import type { ReportReply, ReportWork } from './report-work.ts';

parentPort?.on('message', (work: ReportWork) => {
  const { reportJson } = work;
  const report = read(typeof reportJson === 'string' ? reportJson : Buffer.from(reportJson).toString('utf8'));
  const reply: ReportReply = work.do === 'read' ? { report } : { grouped: groupedReport(report) };
  parentPort?.postMessage(reply);
});

function read(reportJson: string) {
  const poison = failPointValue('crashes.poison');
  // Tests see that a report that never ends costs only itself.
  while (poison !== undefined && reportJson.includes(poison));
  try {
    return readReportJson(reportJson);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return readReport(undefined);
  }
}
