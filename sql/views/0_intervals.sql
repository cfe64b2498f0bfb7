-- Rates and their 95 % intervals, for every report: one place says how sure a number is.
-- A share of n: Wilson's score interval. A mean of n: Student's t. Both NULL where n is too small.

create or replace macro few(n) as n < 30;
comment on macro few is 'Whether a sample is small: below 30, numbers say little.';

create or replace macro rate(part, n) as round(part / nullif(n, 0), 3);
comment on macro rate is 'A share, or a mean, to three places; NULL of nothing.';

-- A part may be a fraction, such as shares of wins: what lies between 0 and 1 spreads no more
-- than what is 0 or 1, so the interval is then rather too wide than too narrow.
create or replace macro rate_low(part, n) as if(n > 0, round(greatest(0,
    (part + 1.920729) / (n + 3.841459)
    - 1.959964 / (n + 3.841459) * sqrt(part * (n - part) / nullif(n, 0) + 0.960365)
), 3), null);
comment on macro rate_low is 'Lower end of the 95 % interval of a share, by Wilson; NULL of nothing.';

create or replace macro rate_high(part, n) as if(n > 0, round(least(1,
    (part + 1.920729) / (n + 3.841459)
    + 1.959964 / (n + 3.841459) * sqrt(part * (n - part) / nullif(n, 0) + 0.960365)
), 3), null);
comment on macro rate_high is 'Upper end of the 95 % interval of a share, by Wilson; NULL of nothing.';

-- Up to ten degrees of freedom from the table, beyond by the series about the normal quantile,
-- which is right to three places there.
create or replace macro t95(degrees) as case
    when degrees < 1 then null
    when degrees <= 10 then
        [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281]
        [degrees::integer]::double
    else 1.959964 + 2.372272 / degrees + 2.822498 / degrees ** 2 + 2.555849 / degrees ** 3
end;
comment on macro t95 is 'Quantile of Student''s t for a 95 % interval of a mean.';

create or replace macro spread(n, summed, squared) as
    sqrt(greatest(0, squared - summed * summed / nullif(n, 0)) / nullif(n - 1, 0));
comment on macro spread is 'Standard deviation of n numbers from their sum and the sum of their squares.';

create or replace macro mean_low(mean, sd, n) as round(mean - t95(n - 1) * sd / sqrt(n), 3);
comment on macro mean_low is 'Lower end of the 95 % interval of a mean, by Student''s t; NULL of fewer than two.';

create or replace macro mean_high(mean, sd, n) as round(mean + t95(n - 1) * sd / sqrt(n), 3);
comment on macro mean_high is 'Upper end of the 95 % interval of a mean, by Student''s t; NULL of fewer than two.';
