import { add, at, curve, lerp, n, pt, tone } from '../ink/pen.ts';
import { both, P, type View } from './end-kit.ts';

function legs({ pen, c, f, R, w }: View, top: number, col: string, spread: number): void {
  both((s) => {
    const a = P(s * (w / 2 + 22), top),
      b = P(s * spread, R - 6);
    if (f.fork === 'suspension' || f.fork === 'dual') {
      const m = lerp(a, b, 0.42);
      pen.tube(add(a, pt(0, f.fork === 'dual' ? -130 : 0)), m, 35, 35, f.travelF > 130 ? c.gold : c.grey, 'metal');
      pen.tube(m, b, 48, 38, c.black, 'gloss');
    } else {
      const k = P(s * (w / 2 + 24), top - 60);
      pen.tube(a, k, 30, 28, col, f.finish);
      pen.tube(k, b, 28, 16, col, f.finish);
    }
  });
  if (f.fork === 'suspension' || f.fork === 'dual') {
    const y = top - (top - R) * 0.4;
    pen.pipe(
      curve([P(-w / 2 - 24, y - 20), P(-w * 0.4, y + 26), P(w * 0.4, y + 26), P(w / 2 + 24, y - 20)]),
      24,
      c.black,
      {},
    );
  }
}

export function fork(v: View, behind: boolean): void {
  const { pen, c, f, g, w, R } = v,
    top = v.up(g.crown),
    col = f.build === 'ti' ? c.black : f.fork === 'carbon' && c.second !== c.frame ? c.second : c.frame;
  if (f.brake === 'disc') {
    pen.tube(P(38, R - f.rotor), P(38, R + f.rotor), 4, 4, c.silver, 'metal');
    pen.tube(P(46, R + f.rotor * 0.35), P(44, R + f.rotor + 8), 26, 24, c.black, 'gloss');
  }
  if (behind) return;
  legs(v, top, col, 56);
  pen.pipe(
    curve([
      P(-w / 2 - 22, top - 14),
      P(-w / 2 - 12, top + 8),
      P(0, top + 12),
      P(w / 2 + 12, top + 8),
      P(w / 2 + 22, top - 14),
    ]),
    36,
    f.fork === 'suspension' || f.fork === 'dual' ? c.black : col,
    { shine: 0.12 },
  );
  if (f.brake === 'caliper' || f.brake === 'centerpull') {
    const m = f.metal === 'silver' ? c.silver : c.black;
    both((s) =>
      pen.line(
        curve([P(s * 4, top + 6), P(s * 34, top - 8), P(s * 32, top - 46), P(s * 16, top - 62)]),
        11,
        m,
        'stroke-linecap="round"',
      ),
    );
    pen.ball(P(0, top + 2), 11, m);
  }
  if (f.brake === 'canti' || f.brake === 'vbrake')
    both((s) => {
      pen.tube(P(s * (w / 2 + 22), top - 62), P(s * (w / 2 + 34), top - 2), 13, 10, c.steel, 'gloss');
      pen.line(`M${at(P(s * (w / 2 + 32), top - 2))}L${at(P(0, top + 46))}`, 2.4, c.grey);
    });
}

export function head(v: View): void {
  const { pen, c, f, g } = v,
    a = v.up(g.htTop),
    b = v.up(g.htBot);
  pen.tube(P(0, a), P(0, b - 8), f.build === 'lugged' ? 36 : 46, f.build === 'lugged' ? 36 : 54, c.frame, f.finish);
  pen.tube(P(0, a + 12), P(0, a), 42, 46, f.metal === 'silver' ? c.silver : c.black, 'gloss');
  pen.quiet(() => {
    const y = -(a * 0.52 + b * 0.48),
      m = f.metal === 'silver' ? c.chrome : c.gold;
    pen.raw(
      `<ellipse cx="0" cy="${n(y)}" rx="14" ry="23" fill="${m}"/><ellipse cx="0" cy="${n(y)}" rx="11" ry="19.5" fill="none" stroke="${tone(m, -0.2)}" stroke-width="1.6"/><path d="M-6 ${n(y + 9)}L0 ${n(y - 11)}L6 ${n(y + 9)}Z" fill="${tone(m, -0.22)}"/>`,
    );
  });
  const s0 = v.up(g.steerer);
  pen.tube(P(0, s0), P(0, a + 10), 34, 34, c.black, 'gloss');
}

export function frame(v: View, behind: boolean): void {
  const { pen, c, f, g } = v;
  pen.tube(P(0, v.up(g.seatTop)), P(0, v.up(g.bb)), 34, 36, tone(c.frame, -0.08), f.finish);
  if (behind) pen.tube(P(0, v.up(g.htTop) + 10), P(0, v.up(g.htBot)), 44, 48, tone(c.frame, -0.14), f.finish);
  pen.tube(P(0, v.up(g.postTop)), P(0, v.up(g.seatTop)), 28, 28, f.metal === 'silver' ? c.silver : c.black, 'gloss');
}

export function stays(v: View): void {
  const { pen, c, f, g, R, w } = v,
    top = v.up(g.seatTop) - 24;
  if (f.drive.kind === 'derailleur') {
    for (let i = 0; i < 8; i++)
      pen.tube(
        P(30 + i * 4.2, R - 24 - (7 - i) * 5),
        P(30 + i * 4.2, R + 24 + (7 - i) * 5),
        3,
        3,
        i % 2 ? c.silver : c.steel,
        'metal',
      );
    pen.tube(P(62, R - 24), P(50, R - 118), 20, 14, c.black, 'gloss');
    pen.ball(P(50, R - 118), 10, c.grey);
    pen.line(`M${at(P(50, R - 136))}L${at(P(50, R - 60))}`, 9, c.chain);
  } else {
    pen.tube(P(40, R - 34), P(40, R + 34), 8, 8, c.steel, 'metal');
  }
  both((s) => {
    const a = P(s * 14, top),
      m = P(s * (w / 2 + 24), Math.min(top - 120, 2 * R - 10)),
      b = P(s * 66, R);
    pen.tube(a, m, 16, 16, c.frame, f.finish);
    pen.tube(m, b, 16, 14, c.frame, f.finish);
    pen.tube(P(s * 60, v.up(g.bb) + 2), add(b, pt(0, 6)), 20, 15, tone(c.frame, -0.06), f.finish);
    pen.ball(b, 12, c.steel);
  });
  if (f.brake === 'disc') {
    pen.tube(P(-44, R - f.rotor + 6), P(-44, R + f.rotor - 6), 4, 4, c.silver, 'metal');
  }
}
