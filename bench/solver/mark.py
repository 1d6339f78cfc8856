"""Marks answers and steps with SymPy. Reads JSON lines {id, truth, answer, claims}, writes {id, answer, wrong, unmarked}."""
import json
import random
import re
import signal
import sys

try:
    import mpmath
    import sympy
    from sympy import (E, Eq, FiniteSet, Interval, Ne, Rational, S, Symbol, Union, acos, asin, atan, binomial, cos, cot, csc,
                       diff, factor_list, factorial, log, oo, pi, sec, simplify, sin, solve, solveset, sqrt, tan)
    from sympy.parsing.sympy_parser import parse_expr
except ImportError:
    print('sympy is missing', file=sys.stderr)
    sys.exit(3)

names = {'sqrt': sqrt, 'ln': log, 'log': log, 'sin': sin, 'cos': cos, 'tan': tan, 'sec': sec, 'csc': csc, 'cot': cot,
         'asin': asin, 'acos': acos, 'atan': atan, 'abs': sympy.Abs, 'pi': pi, 'e': E, 'binomial': binomial,
         'factorial': factorial, 'Symbol': Symbol, 'Integer': sympy.Integer, 'Float': sympy.Float, 'Rational': Rational, 'gcd': sympy.gcd, 'lcm': sympy.lcm}
places = 30
mpmath.mp.dps = 30


class Unmarked(Exception):
    pass


class Late(Exception):
    pass


def late(*_):
    raise Late()


signal.signal(signal.SIGALRM, late)


def expr(text):
    text = text.replace('^', '**').replace('°', '*pi/180')
    local = dict(names)
    for word in set(re.findall(r'[A-Za-z]+(?:_\w+)?', text)):
        if word not in local:
            local[word] = Symbol(word, real=True)
    return parse_expr(re.sub(r'(?<![\w.\'])(\d+\.\d+)', lambda m: "Rational('%s')" % m.group(1), text), local_dict=local)


def real_root(value):
    """SymPy takes (-8)^(1/3) as complex; school takes -2."""
    return value.replace(lambda x: x.is_Pow and x.exp.is_Rational and x.exp.q % 2 == 1 and x.exp.q > 1 and x.base.is_number
                         and x.base.is_negative, lambda x: (-1) ** x.exp.p * (-x.base) ** x.exp)


def near(a, b, tolerance=1e-12):
    a, b = complex(a), complex(b)
    return abs(a - b) <= tolerance * max(1, abs(a), abs(b))


def number(x):
    return sympy.N(real_root(x), places)


points = [Rational(7, 5), Rational(13, 4), Rational(2, 3), Rational(-11, 7), Rational(31, 10), Rational(5, 9), Rational(-23, 8), Rational(41, 6)]


def same(a, b, given=None):
    a, b = sympy.sympify(a), sympy.sympify(b)
    free = sorted(a.free_symbols | b.free_symbols, key=str)
    if not free:
        return near(number(a), number(b))
    tried = 0
    for turn in range(len(points)):
        at = {name: points[(turn + 3 * index) % len(points)] for index, name in enumerate(free)}
        if given is not None and not holds(given, at):
            continue
        try:
            x, y = complex(number(a.subs(at))), complex(number(b.subs(at)))
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        if x != x or y != y or abs(x.imag) > 1e-15 or abs(y.imag) > 1e-15:
            continue
        if not near(x, y):
            return False
        tried += 1
    if tried < 3:
        raise Unmarked()
    return True


operators = {'=': Eq, '!=': Ne, '<': sympy.Lt, '>': sympy.Gt, '<=': sympy.Le, '>=': sympy.Ge}


def split(text, marks):
    parts, level, start = [], 0, 0
    for at, char in enumerate(text):
        if char == '(':
            level += 1
        elif char == ')':
            level -= 1
        elif level == 0 and char in marks:
            parts.append(text[start:at])
            start = at + 1
    return parts + [text[start:]]


def statement(text):
    """A list (or) of lists (and) of (left, operator, right)."""
    text = text.strip()
    if text == 'all real numbers':
        return 'all'
    if text == 'no real solution':
        return []
    branches = []
    for branch in re.split(r'\s+or\s+', text):
        relations = []
        for part in split(branch, ','):
            pieces = re.split(r'(<=|>=|!=|<|>|=)', part)
            for at in range(1, len(pieces), 2):
                relations.append((expr(pieces[at - 1]), pieces[at], expr(pieces[at + 1])))
        branches.append(relations)
    return branches


def holds(parsed, at):
    if parsed == 'all':
        return True
    return any(all(bool(operators[op](number(a.subs(at)), number(b.subs(at)))) for a, op, b in branch) for branch in parsed)


def relation_set(a, op, b, x):
    f = a - b
    if not f.has(x):
        value = number(f)
        zero = abs(complex(value)) < 1e-20
        true = {'=': zero, '!=': not zero, '<': not zero and value < 0, '>': not zero and value > 0, '<=': zero or value < 0, '>=': zero or value > 0}[op]
        return S.Reals if true else S.EmptySet
    if op in ('=', '!='):
        found = roots(f, x)
        return found if op == '=' else S.Reals - found
    return sympy.solveset(operators[op](f, 0), x, S.Reals) if f.is_rational_function(x) else sympy.solve_univariate_inequality(operators[op](f, 0), x, relational=False)


def roots(f, x):
    f = sympy.together(f)
    top, bottom = sympy.fraction(f)
    if top.is_polynomial(x) and bottom.is_polynomial(x):
        p = sympy.Poly(sympy.expand(top), x)
        if p.is_zero:
            return S.Reals
        if all(c.is_Rational for c in p.all_coeffs()):
            found = sympy.real_roots(p) if p.degree() > 0 else []
        else:
            found = [r for r in sympy.roots(p) if abs(sympy.im(sympy.N(r, places))) < 1e-20]
        found = [r for r in set(found) if not near(number(bottom.subs(x, r)), 0, 1e-18)]
        return FiniteSet(*found)
    found = solveset(f, x, S.Reals)
    return found


def solutions(parsed, x):
    if parsed == 'all':
        return S.Reals
    whole = S.EmptySet
    for branch in parsed:
        part = S.Reals
        for a, op, b in branch:
            part = part.intersect(relation_set(a, op, b, x))
        whole = Union(whole, part)
    return whole


def numbers_of(found):
    if isinstance(found, FiniteSet):
        return sorted(float(number(v)) for v in found)
    raise Unmarked()


def sample_truth(parsed, x, value):
    if parsed == 'all':
        return True
    for branch in parsed:
        good = True
        for a, op, b in branch:
            try:
                left, right = complex(number(a.subs(x, value))), complex(number(b.subs(x, value)))
            except (TypeError, ValueError, ZeroDivisionError):
                good = False
                break
            if left != left or right != right or abs(left.imag) > 1e-15 or abs(right.imag) > 1e-15 or abs(left) > 1e30 or abs(right) > 1e30:
                good = False
                break
            equal = abs(left - right) <= 1e-13 * max(abs(left), abs(right)) + (1e-20 if a == 0 or b == 0 else 0)
            good = {'=': equal, '!=': not equal, '<': not equal and left.real < right.real, '>': not equal and left.real > right.real,
                    '<=': equal or left.real < right.real, '>=': equal or left.real > right.real}[op]
            if not good:
                break
        if good:
            return True
    return False


def named_values(parsed, x):
    found = []
    if parsed == 'all':
        return found
    for branch in parsed:
        for a, op, b in branch:
            if a == x and not b.has(x):
                found.append(b)
            if b == x and not a.has(x):
                found.append(a)
    return found


def crossings(parsed, x):
    """Sign changes of left - right on a grid, refined by bisection with 30 digits."""
    found = []
    if parsed == 'all':
        return found
    for branch in parsed:
        for a, op, b in branch:
            if not (a - b).has(x) or a == x or b == x:
                continue
            quick = sympy.lambdify(x, a - b, 'math')
            exact = None
            last = None
            for at in range(-80, 420):
                value = at / 16 + 0.00371
                try:
                    here = quick(value)
                except (ValueError, ZeroDivisionError, TypeError, OverflowError):
                    last = None
                    continue
                if isinstance(here, complex) or here != here:
                    last = None
                    continue
                if last is not None and last[1] * here < 0:
                    exact = exact or sympy.lambdify(x, a - b, 'mpmath')
                    try:
                        root = mpmath.findroot(exact, (last[0], value), solver='anderson', tol=1e-25, verify=False)
                        if abs(exact(root)) < 1e-15:
                            # A root at 0 is found as 1e-27 or so, where 2x = 3x does not hold.
                            found.append(sympy.Integer(0) if abs(root) < 1e-18 else sympy.Float(root, 25))
                    except (ValueError, ZeroDivisionError, TypeError):
                        pass
                last = (value, here)
    return found


def equivalent(claim, one_way):
    before, after = statement(claim['from']), statement(claim['to'])
    given = statement(claim['given']) if claim.get('given') else 'all'
    free = set()
    for parsed in (before, after):
        if parsed != 'all':
            for branch in parsed:
                for a, _, b in branch:
                    free |= a.free_symbols | b.free_symbols
    if len(free) == 0:
        return solutions(before, Symbol('x', real=True)) == solutions(after, Symbol('x', real=True))
    if len(free) > 1:
        return systems(before, after, sorted(free, key=str))
    x = free.pop()
    transcendental = any((a - b).has(sympy.log, sympy.sin, sympy.cos, sympy.tan, sympy.Abs) or any(p.exp.has(x) or not p.exp.is_integer for p in (a - b).atoms(sympy.Pow) if p.has(x))
                         for parsed in (before, after) if parsed != 'all' for branch in parsed for a, _, b in branch)
    if not transcendental and given == 'all':
        left, right = solutions(before, x), solutions(after, x)
        if isinstance(left, FiniteSet) and isinstance(right, FiniteSet):
            a, b = numbers_of(left), numbers_of(right)
            inside = all(any(near(v, w, 1e-12) for w in b) for v in a)
            return inside and (one_way or len(a) == len(b))
        if one_way:
            return left.is_subset(right) is not False
        if left == right:
            return True
    values = named_values(before, x) + named_values(after, x) + named_values(given, x) + crossings(before, x) + crossings(after, x)
    values = sorted({sympy.N(v, 25): v for v in values if v.is_real is not False}.items(), key=lambda pair: float(pair[0]))
    exact = [v for _, v in values]
    approx = [float(k) for k, _ in values]
    # Not in the middle: that of 0 and 2π is nearly π, where cos²x = 1 and cos x = -1 cannot be told apart by tolerances alike.
    between = [Rational(str(round(a + (b - a) * .4637, 9))) for a, b in zip(approx, approx[1:]) if b - a > 1e-7]
    ends = [Rational(str(round(approx[0] - 1, 6))), Rational(str(round(approx[-1] + 1, 6)))] if approx else [Rational(1, 3), Rational(-7, 3)]
    random.seed(7)
    extra = [Rational(random.randint(-2400, 2400), 397) for _ in range(6)]
    for value in exact + between + ends + extra:
        if given != 'all' and not sample_truth(given, x, value):
            continue
        left, right = sample_truth(before, x, value), sample_truth(after, x, value)
        if left != right and not (one_way and right):
            return False
    return True


def systems(before, after, free):
    def points_of(parsed):
        found = []
        for branch in parsed:
            equations = [a - b for a, op, b in branch]
            for solution in solve(equations, free, dict=True):
                found.append(tuple(sympy.simplify(solution.get(name, name)) for name in free))
        return found
    if before == 'all' or after == 'all':
        raise Unmarked()
    if len(before) == 1 and len(after) == 1 and len(before[0]) == 1 and len(after[0]) == 1:
        ratio = simplify((before[0][0][0] - before[0][0][2]) / (after[0][0][0] - after[0][0][2]))
        return ratio.is_number and ratio != 0
    left = [p for p in points_of(before) if all(v.is_real is not False for v in p)]
    right = [p for p in points_of(after) if all(v.is_real is not False for v in p)]
    alike = lambda p, q: all(simplify(a - b) == 0 or (not (a - b).free_symbols and near(number(a), number(b))) for a, b in zip(p, q))
    return all(any(alike(p, q) for q in right) for p in left) and all(any(alike(p, q) for q in left) for p in right)


def listed(text):
    return [] if text == 'none' else [expr(one) for one in text.split(',')]


def claim_holds(claim):
    relation = claim['relation']
    if relation == 'equal':
        given = statement(claim['given']) if claim.get('given') else None
        return same(expr(claim['from']), expr(claim['to']), given)
    if relation in ('iff', 'implies'):
        return equivalent(claim, relation == 'implies')
    x = Symbol(claim['over'][0], real=True) if claim['over'] else None
    if relation == 'derivative':
        return same(diff(expr(claim['from']), x), expr(claim['to']))
    if relation == 'integral':
        return same(diff(expr(claim['to']), x), expr(claim['from']))
    if relation == 'definite':
        f = sympy.lambdify(x, expr(claim['from']), 'mpmath')
        low, high = [mpmath.mpf(sympy.N(expr(b), 20)) for b in claim['bounds']]
        return near(mpmath.quad(f, mpmath.linspace(low, high, 9)), number(expr(claim['to'])), 1e-9)
    if relation == 'ordered':
        data, told = listed(claim['from']), listed(claim['to'])
        return sorted(data) == told
    if relation == 'commonest':
        data, told = listed(claim['from']), listed(claim['to'])
        most = max(data.count(value) for value in data)
        return sorted(told) == (sorted({value for value in data if data.count(value) == most}) if most > 1 else [])
    if relation == 'approx':
        value = number(expr(claim['from']))
        written = claim['to']
        digits = len(written.split('.')[1].rstrip('°')) if '.' in written else 0
        scale = 180 / sympy.N(pi, places) if '°' in written else 1
        return abs(float(value * scale) - float(written.rstrip('°'))) <= 0.5 * 10 ** -digits * (1 + 1e-9)
    raise Unmarked()


def points_in(text):
    return [tuple(expr(v) for v in split(inner, ',')) for inner in re.findall(r'^\s*\((.*)\)\s*$', text)]


def answer_right(truth, answer):
    kind = truth['type']
    if kind == 'value':
        return same(expr(re.sub(r'\s+[a-zA-Z°/^0-9]+$', '', answer).rstrip('%') if truth.get('unit') else re.sub(r'^[a-zA-Z]{1,2}\s*=\s*', '', answer)), expr(truth['expr']))
    if kind == 'factor':
        ours = expr(answer)
        if not same(ours, expr(truth['expr'])):
            return False
        wanted = sum(times for _, times in factor_list(expr(truth['expr']))[1])
        got = sum((f.exp if f.is_Pow and f.exp.is_Integer and f.exp > 0 else 1) for f in sympy.Mul.make_args(ours) if f.free_symbols)
        return got == wanted
    if kind == 'expand':
        return '(' not in answer and same(expr(answer), expr(truth['expr']))
    if kind == 'same':
        return same(expr(answer), expr(truth['expr']))
    if kind == 'statement':
        claim = {'from': truth['from'], 'to': answer, 'relation': 'iff', 'over': []}
        if truth.get('given'):
            claim['given'] = truth['given']
        return equivalent(claim, False)
    if kind == 'derivative':
        x = Symbol(truth['over'], real=True)
        wanted = diff(expr(truth['expr']), x, truth.get('order', 1))
        if truth.get('at') is not None:
            wanted = wanted.subs(x, expr(truth['at']))
        return same(wanted, expr(answer))
    if kind == 'integral':
        x = Symbol(truth['over'], real=True)
        return same(diff(expr(answer), x), expr(truth['expr']))
    if kind == 'definite':
        return claim_holds({'relation': 'definite', 'from': truth['expr'], 'to': answer, 'over': [truth['over']], 'bounds': truth['bounds']})
    if kind == 'point':
        found = points_in(answer)
        return len(found) == 1 and all(same(a, expr(b)) for a, b in zip(found[0], truth['point']))
    if kind == 'text':
        return answer == truth['text']
    if kind == 'holds':
        # Every numbered part of the answer is put into the formulas asked for.
        return all(same(expr(a), expr(b)) for a, b in zip(re.findall(truth['pattern'], answer)[0], truth['parts']))
    raise Unmarked()


def guarded(run, *arguments):
    signal.alarm(20)
    try:
        return 'right' if run(*arguments) else 'wrong'
    except (Unmarked, Late, NotImplementedError):
        return 'unmarked'
    except Exception as error:  # An answer SymPy cannot read is no right answer.
        return 'unreadable: %s %s' % (type(error).__name__, str(error)[:120])
    finally:
        signal.alarm(0)


cache = {}
for line in sys.stdin:
    item = json.loads(line)
    told = {'id': item['id'], 'answer': guarded(answer_right, item['truth'], item['answer']), 'wrong': [], 'unmarked': 0}
    for claim in item['claims']:
        key = json.dumps(claim, sort_keys=True)
        if key not in cache:
            cache[key] = guarded(claim_holds, claim)
        if cache[key] == 'unmarked':
            told['unmarked'] += 1
        elif cache[key] != 'right':
            told['wrong'].append([cache[key], claim])
    print(json.dumps(told), flush=True)
